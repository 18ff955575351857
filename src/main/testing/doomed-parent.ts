import { createNodeLauncher } from '../platform/node-child.ts'

/** Starts a worker as main does, prints its process id, and waits to be killed. */
const [entry = ''] = process.argv.slice(2)

const worker = createNodeLauncher({ entry })({
  name: 'doomed',
  env: { PATH: process.env['PATH'] ?? '' },
  cwd: '/',
})
process.stdout.write(`${String(worker.pid)}\n`)
