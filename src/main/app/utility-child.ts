import { utilityProcess } from 'electron'
import { createInterface } from 'node:readline'
import type { LaunchChild } from '../platform/child.ts'
import type { Logger } from '../platform/logger.ts'
import { UtilityProcessChild } from './utility-process-child.ts'

/**
 * Starts a program of ours as a utility process of Electron.
 *
 * @param program the bundled entry file
 * @param logger takes what the process prints, line by line
 */
export const createUtilityLauncher =
  (program: string, logger: Logger): LaunchChild =>
  ({ name, env, cwd }) => {
    const options = { serviceName: name, stdio: 'pipe' as const, env: { ...env }, cwd }
    const process = utilityProcess.fork(program, [], options)
    for (const stream of [process.stdout, process.stderr]) logLines(stream, name, logger)
    return new UtilityProcessChild(process)
  }

/** A pipe that nobody drains stops the process that writes to it. */
function logLines(stream: NodeJS.ReadableStream | null, name: string, logger: Logger): void {
  if (stream === null) return
  createInterface({ input: stream }).on('line', (line) => logger.info('process.printed', { name, line }))
}
