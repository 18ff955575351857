import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pause, systemClock } from '../../platform/clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { endGroup, endOrphanedGroup } from './process-group.ts'
import { processStart } from './process-identity.ts'

/** A process of its own that starts one command, and dies by SIGKILL before or after the gate is open. */
const STARTER = fileURLToPath(new URL('../../testing/doomed-starter.ts', import.meta.url))
const NODE = fileURLToPath(new URL('../../../../node_modules/.bin/node', import.meta.url))

const dieWith = async (command: string, when: 'before' | 'after') => {
  const folder = temporaryFolder()
  const child = spawn(NODE, [STARTER, folder, command, when], { stdio: ['ignore', 'ignore', 'inherit'] })
  const signal = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
  const [groupId, startedAt] = readFileSync(join(folder, 'group'), 'utf8').split(' ') as [string, string]
  return { folder, groupId: Number(groupId), startedAt }
}

const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; tries < 250 && !(await isSo()); tries++) await pause(systemClock, 20)
}

test('a command whose starter dies before the gate is open never runs', async () => {
  const { folder, groupId } = await dieWith('touch ran; sleep 100', 'before')

  await until(async () => (await processStart(groupId)) === null)

  expect(await processStart(groupId)).toBeNull()
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

/** Ends who stands by in the group, as whoever is short of memory might: then nobody ends it before our next start. */
const ALONE = 'pkill -KILL -P $$ bash;'

test.each([
  ['', 'sleep 100 & echo $! > left; touch ran; sleep 100'],
  [
    ' even if it ignores being asked',
    'sleep 100 & echo $! > left; touch ran; trap "" TERM; while :; do sleep 0.1; done',
  ],
  [' even what left its group', `setsid sh -c 'echo $$ > left; touch ran; sleep 100' & sleep 100`],
])('a command ends with who started it, however hard that died,%s', async (_what, command) => {
  const { folder, groupId, startedAt } = await dieWith(command, 'after')
  expect(existsSync(join(folder, 'ran'))).toBe(true)
  const left = Number(readFileSync(join(folder, 'left'), 'utf8'))
  const isGone = async (): Promise<boolean> =>
    (await processStart(groupId)) !== startedAt && (await processStart(left)) === null

  await until(isGone)

  expect(await isGone()).toBe(true)
})

test('a command that outlived its starter is found and ended by its group and start time', async () => {
  const { folder, groupId, startedAt } = await dieWith(
    `${ALONE} sleep 100 & echo $! > left; touch ran; sleep 100`,
    'after',
  )
  expect(existsSync(join(folder, 'ran'))).toBe(true)
  expect(await processStart(groupId)).toBe(startedAt)

  expect(await endOrphanedGroup(groupId, startedAt, systemClock)).toBe(true)

  expect(await processStart(groupId)).toBeNull()
  expect(await processStart(Number(readFileSync(join(folder, 'left'), 'utf8')))).toBeNull()
})

test('a group whose leader is another process by now is left alone', async () => {
  const { groupId, startedAt } = await dieWith(`${ALONE} touch ran; sleep 100`, 'after')

  await endOrphanedGroup(groupId, `${startedAt}0`, systemClock)

  expect(await processStart(groupId)).toBe(startedAt)
  await endGroup(groupId, systemClock)
})

test.skipIf(process.platform !== 'linux')('what a dead leader left behind is known by its mark', async () => {
  const { folder, groupId, startedAt } = await dieWith(
    `${ALONE} sleep 100 & echo $! > left; touch ran; sleep 0.5`,
    'after',
  )
  const left = Number(readFileSync(join(folder, 'left'), 'utf8'))
  await until(async () => (await processStart(groupId)) === null)
  expect(await processStart(left)).not.toBeNull()

  await endOrphanedGroup(groupId, startedAt, systemClock)

  expect(await processStart(left)).toBeNull()
})

test('a process has one start, and one that is gone has none', async () => {
  const child = spawn('sleep', ['100'])
  const start = await processStart(child.pid ?? 0)
  await pause(systemClock, 50)

  expect(start).not.toBeNull()
  expect(await processStart(child.pid ?? 0)).toBe(start)
  expect(await processStart(process.pid)).not.toBe(start)

  child.kill('SIGKILL')
  await new Promise((resolve) => child.on('exit', resolve))
  expect(await processStart(child.pid ?? 0)).toBeNull()
})
