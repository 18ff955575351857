import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalShell } from '../outside/shell/local-shell.ts'
import { pause, systemClock } from '../platform/clock.ts'

/** Starts one command and dies hard: `before` the gate is open, or `after`, once the command has made the file `ran`. */
const [folder = '', command = '', when = ''] = process.argv.slice(2)

const die = (): boolean => process.kill(process.pid, 'SIGKILL')

const shell = createLocalShell({
  clock: systemClock,
  environment: { PATH: process.env['PATH'] ?? '' },
  folderOf: () => Promise.resolve({ ok: true, value: folder }),
  gate: {
    started: async (groupId, startedAt) => {
      writeFileSync(join(folder, 'group'), `${groupId} ${startedAt}`)
      if (when === 'before') die()
      await Promise.resolve()
    },
    ended: () => Promise.resolve(),
  },
})

void shell.run(command, { cwd: '.', timeoutMs: 60_000, signal: new AbortController().signal })
while (!existsSync(join(folder, 'ran'))) await pause(systemClock, 10)
die()
