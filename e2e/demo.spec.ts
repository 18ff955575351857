import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, type OutputLine } from './fixtures/command-line.ts'
import { canCutNetwork } from './fixtures/offline.ts'
import { ROOT } from './fixtures/places.ts'
import { expect, test } from './fixtures/test.ts'

/** Set in the tests that these tests start where there is no network. */
const IS_CUT = process.env['MUSTER_E2E_OFFLINE'] === '1'

/** Changes a file of the sample folder before it is made, so that nobody can know the figures. */
function writeSales(data: string): { sold: number } {
  const sold = 100 + Math.floor(Math.random() * 800)
  const folder = join(data, 'home', 'demo', 'en', 'corner-bakery', 'sales')
  mkdirSync(folder, { recursive: true })
  for (const day of ['saturday', 'sunday'])
    writeFileSync(join(folder, `${day}.csv`), `item,sold,price\nbread,${sold},1.00\n`)
  return { sold }
}

const stateOf = (line: OutputLine): string => (line.type === 'delegation' ? line.state : '')

test('the command line shows the demo without key, network or configuration', async ({ data }) => {
  const { sold } = writeSales(data)

  const { code, lines, result, stderr } = await runCommand(['--demo', '--data', data], {
    offline: canCutNetwork,
    env: { LANG: 'en_US.UTF-8' },
  })

  expect([code, stderr]).toEqual([0, ''])
  expect(result.text).toContain('Demo agent')
  expect(result.text).toContain(`${2 * sold}.00`)
  expect(result.delegations).toMatchObject(Array(3).fill({ state: 'completed' }))
  const states = lines.map(stateOf)
  const running = states.flatMap((state, index) => (state === 'running' ? [index] : []))
  expect(running[2], 'all three work before the first is done').toBeLessThan(states.indexOf('completed'))
})

test('the window shows it at the press of one button', async ({ launch, data }) => {
  test.skip(canCutNetwork && !IS_CUT, 'runs below, where there is no network')
  const { sold } = writeSales(data)
  const { page } = await launch({ settings: { model: { baseUrl: '', name: '' } } })

  await page.getByTestId('watch-demo').click()

  await expect(page.getByTestId('model-chip')).toContainText('Demo agent')
  await expect(page.locator('[data-testid="run-row"][data-state="running"]')).toHaveCount(3)
  await expect(page.getByRole('article').last()).toContainText(`${2 * sold}.00`, { timeout: 30_000 })
  await expect(page.locator('[data-testid="run-row"][data-state="completed"]')).toHaveCount(3)
})

test('the window shows it with the network cut', ({ data }) => {
  test.skip(!canCutNetwork || IS_CUT, 'needs root on Linux')
  const playwright = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', 'e2e/demo.spec.ts']
  const options = ['--grep', 'one button', '--project', 'app', '--output', join(data, 'results')]

  // Its driver speaks to the app over loopback, so this one network stays.
  const { status, stdout } = spawnSync(
    'unshare',
    ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, ...playwright, ...options],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, MUSTER_E2E_OFFLINE: '1' } },
  )

  expect(stdout).toContain('1 passed')
  expect(status).toBe(0)
})
