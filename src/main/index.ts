import { app } from 'electron'
import { createCliTexts } from './app/cli/cli-texts.ts'
import { ownArguments } from './app/cli/own-arguments.ts'
import { parseCommand, type Command } from './app/cli/parse-command.ts'
import { EXIT } from './app/cli/exit-code.ts'
import { closestLanguage } from './app/system-facts.ts'

const parsed = parseCommand(ownArguments(process.argv))
if (parsed.ok) await carryOut(parsed.command)
else say(process.stderr, parsed.problem, EXIT.badInput)

/** Each face is loaded when it is the one: neither pays for the other. */
async function carryOut(command: Command): Promise<void> {
  switch (command.name) {
    case 'window':
      return (await import('./compose/window.ts')).openWindowed(command)
    case 'run':
    case 'answer':
      return void (await import('./compose/headless.ts')).runHeadless(command)
    case 'help':
      return void say(process.stdout, { key: 'usage', values: {} }, EXIT.done)
    case 'version':
      process.stdout.write(`${app.getVersion()}\n`)
      return void app.exit(EXIT.done)
  }
}

function say(stream: NodeJS.WriteStream, { key, values }: Parameters<typeof text>[0], code: number): void {
  stream.write(`${text({ key, values })}\n`, () => app.exit(code))
}

function text({ key, values }: Extract<typeof parsed, { ok: false }>['problem']): string {
  return createCliTexts(closestLanguage(app.getPreferredSystemLanguages())).text(key, values)
}
