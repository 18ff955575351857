import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, script } from '../src/main/testing/script/write-script.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { messagesOf, sendMessage } from './fixtures/window.ts'

const NOTHING_SET = { model: { baseUrl: '', name: '' } }

test('a new app is set up on its settings page, and then answers', async ({ launch, models, data }) => {
  const [key, token] = [randomToken(), randomToken()]
  const { page } = await launch({ settings: NOTHING_SET })

  await page.getByTestId('set-up-model').click()
  await page.getByTestId('settings-base-url').fill(models.baseUrl)
  await page.getByTestId('settings-base-url').press('Enter')
  await page.getByTestId('settings-key').fill(key)
  await page.getByTestId('settings-save-key').click()
  await expect(page.getByTestId('settings-key')).toHaveValue('')
  await page.getByTestId('settings-list-models').click()
  await page.getByTestId('settings-model-name').fill(MODEL_NAME)
  await page.getByTestId('settings-model-name').press('Enter')

  await page.getByTestId('settings-test').click()
  await expect(page.getByTestId('settings-test-result')).toHaveAttribute('data-ok', 'true')
  await page.getByTestId('settings-back').click()
  await sendMessage(page, script(say(token)))
  await expect(messagesOf(page, 'assistant').last()).toContainText(token)

  expect(models.calls.map(({ headers }) => headers.authorization)).toEqual(
    models.calls.map(() => `Bearer ${key}`),
  )
  expect(await page.content()).not.toContain(key)
  expect(filesBelow(data).filter((path) => readFileSync(path).includes(key))).toEqual([])
})

test('without a keyring the page says that the key is kept for this session alone', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()

  await page.getByTestId('settings-key').fill('some key')
  await page.getByTestId('settings-save-key').click()

  await expect(page.getByText('kept until you quit')).toBeVisible()
})

test('a test call that fails says what the endpoint said', async ({ launch, models }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByTestId('settings-base-url').fill(models.baseUrl.replace('/v1', '/nothing'))
  await page.getByTestId('settings-base-url').press('Enter')

  await page.getByTestId('settings-test').click()

  const result = page.getByTestId('settings-test-result')
  await expect(result).toHaveAttribute('data-ok', 'false')
  await expect(result.getByTestId('failure')).toHaveAttribute('data-code', 'model_unknown')
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
