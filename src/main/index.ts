import { app } from 'electron'
import { createCliTexts } from './app/cli/cli-texts.ts'
import { ownArguments } from './app/cli/own-arguments.ts'
import { refusalLine } from './app/cli/job.ts'
import { parseCommand, type Command, type CommandProblem } from './app/cli/parse-command.ts'
import { EXIT } from './app/cli/exit-code.ts'
import { windowObstacle } from './app/cli/window-obstacle.ts'
import { closestLanguage } from './app/system-facts.ts'

const args = ownArguments(process.argv)
const parsed = parseCommand(args)
if (parsed.ok) await carryOut(parsed.command)
else refuse(parsed.problem)

/** Each face is loaded when it is the one: neither pays for the other. */
async function carryOut(command: Command): Promise<void> {
  switch (command.name) {
    case 'window': {
      const obstacle = await windowObstacle(command, process)
      if (obstacle) return void refuse(obstacle)
      return (await import('./compose/window.ts')).openWindowed(command)
    }
    case 'run':
    case 'answer':
      return void (await import('./compose/headless.ts')).runHeadless(command)
    case 'help':
      return void say(process.stdout, text({ key: 'usage', values: {} }), EXIT.done)
    case 'version':
      return void say(process.stdout, app.getVersion(), EXIT.done)
  }
}

/** Programs that read `--json` get an object, whatever happens. */
function refuse(problem: CommandProblem): void {
  const words = text(problem)
  if (args.includes('--json')) {
    process.stdout.write(
      `${JSON.stringify(refusalLine({ code: 'invalid_input', details: { problem: words } }))}\n`,
    )
  }
  say(process.stderr, words, EXIT.badInput)
}

function say(stream: NodeJS.WriteStream, words: string, code: number): void {
  stream.write(`${words}\n`, () => app.exit(code))
}

function text({ key, values }: CommandProblem): string {
  return createCliTexts(closestLanguage(app.getPreferredSystemLanguages())).text(key, values)
}
