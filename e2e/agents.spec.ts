import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, say, script, scripted } from '../src/main/testing/script/write-script.ts'
import { runCommand } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { taskOf } from './fixtures/story.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { workIn } from './fixtures/window.ts'

const agent = (matter: string, prompt: string): string => `---\n${matter}\n---\n${prompt}\n`

function writeAgents(folder: string, words: string): void {
  const place = join(folder, '.muster/subagents')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'reviewer.md'), agent('description: Reviews changes\ntools: Read, Grep', words))
  writeFileSync(join(place, 'broken.md'), agent('name: nobody', 'No description.'))
}

const reviewing = (agentId: string) => ({
  agent: agentId,
  goal: scripted('Review it.', call('write_file', { path: 'new.txt', content: 'x' }), say('reviewed')),
})
const task = (agentId: string): string =>
  script(call('delegate', { tasks: [reviewing(agentId)], wait: true }), say('done'))

test('a folder brings an agent: only with trust, with its own words and no more than its tools', async ({
  models,
  data,
  folder,
}) => {
  const words = `Mind ${randomToken()}.`
  writeAgents(folder, words)
  const place = ['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
  const requests = () => models.calls.filter((request) => taskOf(request).startsWith('Review it.'))

  await test.step('without trust there is no such agent, and nothing starts', async () => {
    const { code, lines } = await runCommand([task('reviewer'), ...place])
    expect(code).toBe(0)
    expect(JSON.stringify(lines)).toContain('the user has not let this folder bring it')
    expect(requests()).toEqual([])
  })

  await test.step('with trust it works, and cannot write whatever its model asks for', async () => {
    const { code, result } = await runCommand([task('reviewer'), ...place, '--trust', '--mode', 'auto'])
    expect(code).toBe(0)
    expect(result.delegations).toMatchObject([{ agent: 'reviewer', state: 'completed' }])
    const [first, second] = requests().map(({ body }) => body)
    expect(first).toContain(words)
    expect(first).not.toContain('"write_file"')
    expect(second).toContain('no tool')
  })

  await test.step('a broken one is named with what is wrong', async () => {
    const { lines } = await runCommand([task('broken'), ...place])
    expect(JSON.stringify(lines)).toContain('its file cannot be read')
  })
})

test('a sub-agent is shown an image of the folder, told by what is in it', async ({
  models,
  data,
  folder,
}) => {
  const image = Buffer.from(`\x89PNG\r\n\x1a\n${randomToken()}`, 'latin1')
  writeFileSync(join(folder, 'harbour.png'), image)
  writeFileSync(join(folder, 'words.png'), 'no image')
  const place = ['--folder', folder, '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]
  const looking = (path: string): string => {
    const task = { goal: `${script(say('seen'))}\nLook at it.`, images: [path] }
    return script(call('delegate', { tasks: [task], wait: true }), say('done'))
  }

  const { code, result } = await runCommand([looking('harbour.png'), ...place])
  const refused = await runCommand([looking('words.png'), ...place])

  expect(code).toBe(0)
  expect(result.delegations).toMatchObject([{ state: 'completed' }])
  const shown = models.calls.filter(({ body }) => body.includes('data:image/'))
  expect(shown.map((request) => taskOf(request).split('\n').at(-1))).toEqual(['- harbour.png'])
  expect(shown[0]?.body).toContain(`data:image/png;base64,${image.toString('base64')}`)
  expect(JSON.stringify(refused.lines)).toContain('is no PNG, JPEG, GIF or WebP')
})

test('the settings list whom tasks can be given to', async ({ launch, folder }) => {
  writeAgents(folder, 'You review.')
  const { page } = await launch()
  await workIn(page, folder)
  await expect(page.getByTestId('trust-item')).toHaveCount(2)
  await page.getByTestId('trust-yes').click()
  await page.getByTestId('composer').fill(script(say('hello')))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('conversation-row')).toHaveCount(1)
  await page.getByTestId('open-settings').click()

  const agents = page.getByTestId('agent')
  await expect(agents).toHaveCount(3)
  await expect(agents.filter({ hasText: 'reviewer' })).toHaveAttribute('data-problem', 'none')
  await expect(agents.filter({ hasText: 'broken' })).toContainText('description')
})
