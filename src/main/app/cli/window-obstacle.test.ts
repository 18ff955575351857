import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { windowObstacle } from './window-obstacle.ts'

const window = (folder: string | null) => ({ name: 'window', data: null, folder }) as const

test.each([
  ['linux', {}, 'noDisplay'],
  ['linux', { DISPLAY: '' }, 'noDisplay'],
  ['linux', { DISPLAY: ':0' }, undefined],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, undefined],
  ['darwin', {}, undefined],
  ['win32', {}, undefined],
] as const)('on %s with %o: %s', async (platform, env, key) => {
  expect((await windowObstacle(window(null), { platform, env }))?.key).toBe(key)
})

test('what is no folder is named before the display is asked for', async () => {
  const folder = temporaryFolder({ 'file.txt': '' })
  const system = { platform: 'linux', env: {} } as const

  expect(await windowObstacle(window(`${folder}/file.txt`), system)).toMatchObject({ key: 'noFolder' })
  expect(await windowObstacle(window(`${folder}/nothing`), system)).toMatchObject({ key: 'noFolder' })
  expect(await windowObstacle(window(folder), system)).toMatchObject({ key: 'noDisplay' })
})
