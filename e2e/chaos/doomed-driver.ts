import { setStage } from './stage.ts'

/** Starts the app in a world, says on its output where, and waits to be killed. */
const stage = await setStage({ smallDisk: false })
const { pid } = await stage.start()
process.stdout.write(JSON.stringify({ pid, base: stage.base }))
