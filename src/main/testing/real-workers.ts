import { join } from 'node:path'
import type { LaunchChild } from '../platform/child.ts'
import { createNodeLauncher } from '../platform/node-child.ts'

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const WORKER = join(import.meta.dirname, '../crew/worker/entry.ts')

/**
 * Starts workers as processes of their own, and remembers their ids, oldest first.
 * @param print takes what they print; without it, that goes where the test's own goes
 */
export function createRealWorkers(
  entry = WORKER,
  print?: (text: string) => void,
): {
  readonly launch: LaunchChild
  readonly pids: readonly number[]
} {
  const pids: number[] = []
  const start = createNodeLauncher({ entry, node: NODE, ...(print ? { print } : {}) })
  return {
    pids,
    launch(options) {
      const child = start(options)
      if (child.pid !== undefined) pids.push(child.pid)
      return child
    },
  }
}
