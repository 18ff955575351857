import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startHttpServer, type AnswerRequest, type HttpServer } from '../src/main/testing/http-server.ts'
import { say, script } from '../src/main/testing/script/write-script.ts'
import { runCommand } from './fixtures/command-line.ts'
import { MODEL_NAME } from './fixtures/model-server.ts'
import { expect, randomToken, test } from './fixtures/test.ts'
import { callHost, messagesOf, sendMessage } from './fixtures/window.ts'

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

/** An endpoint whose answers the test gives. */
const serve = async (answer: AnswerRequest): Promise<HttpServer & { readonly baseUrl: string }> => {
  const server = await startHttpServer(answer)
  return { ...server, baseUrl: `${server.url}/v1` }
}

test('thousands of names can be looked through, and one is chosen by typing', async ({ launch }) => {
  const data = Array.from({ length: 5_000 }, (_, index) => ({ id: `vendor/model-${index}` }))
  await using server = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data }))
  })
  const { page } = await launch({ settings: { model: { baseUrl: server.baseUrl, name: '' } } })
  await page.getByTestId('set-up-model').click()

  await page.getByTestId('settings-list-models').click()
  await expect(page.getByText(/5,?000/)).toBeVisible()
  const begun = Date.now()
  await page.getByTestId('settings-model-name').pressSequentially('vendor/model-4321')
  expect(Date.now() - begun, 'milliseconds for 17 letters').toBeLessThan(3_000)

  await expect
    .poll(async () => (await callHost(page, 'host.snapshot', undefined)).settings.model.name)
    .toBe('vendor/model-4321')
})

test('whoever quits while an endpoint leaves them waiting does not wait for it', async ({ launch }) => {
  let asked = 0
  await using server = await serve(() => void asked++)
  const { page, close } = await launch({ settings: { model: { baseUrl: server.baseUrl, name: 'silent' } } })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByTestId('settings-test').click()
  await page.getByTestId('settings-probe').click()
  await page.getByTestId('settings-list-models').click()
  await expect.poll(() => asked).toBe(3)

  const begun = Date.now()
  await close()
  expect(Date.now() - begun).toBeLessThan(5_000)
})

const UNUSABLE = { HTTPS_PROXY: 'socks5://127.0.0.1:1080', NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' }

test('what the environment says of the network and cannot be used is named in the window', async ({
  launch,
  models,
}) => {
  const token = randomToken()
  const { page } = await launch({ env: UNUSABLE })

  await expect(page.getByTestId('notice')).toContainText('HTTPS_PROXY, NODE_EXTRA_CA_CERTS')
  await sendMessage(page, script(say(token)))
  await expect(messagesOf(page, 'assistant').last()).toContainText(token)
  expect(models.calls).toHaveLength(1)
})

test('and by a command', async ({ models, data }) => {
  const token = randomToken()
  const args = [script(say(token)), '--data', data, '--base-url', models.baseUrl, '--model', MODEL_NAME]

  const { code, result, stderr } = await runCommand(args, { env: UNUSABLE })

  expect([code, result.text]).toEqual([0, token])
  expect(stderr).toContain('HTTPS_PROXY, NODE_EXTRA_CA_CERTS')
})

test('a new app whose first key is wrong says so in the endpoint’s words, and takes the next', async ({
  launch,
}) => {
  const key = randomToken()
  await using server = await serve(({ headers }, response) => {
    const isRight = headers.authorization === `Bearer ${key}`
    response.writeHead(isRight ? 200 : 401, {
      'content-type': isRight ? 'text/event-stream' : 'application/json',
    })
    response.end(
      isRight
        ? 'data: {"choices":[{"index":0,"delta":{"content":"ready"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
        : JSON.stringify({ error: { message: 'no such key here' } }),
    )
  })
  const { page } = await launch({ settings: NOTHING_SET })
  await page.getByTestId('set-up-model').click()
  await page.getByTestId('settings-base-url').fill(server.baseUrl)
  await page.getByTestId('settings-key').fill('wrong-key')
  await page.getByTestId('settings-model-name').fill('m')
  await page.getByTestId('settings-test').click()

  const result = page.getByTestId('settings-test-result')
  await expect(result.getByTestId('failure')).toHaveAttribute('data-code', 'model_unauthorized')
  await expect(result).toContainText('no such key here')
  await page.getByTestId('settings-key').fill(key)
  await page.getByTestId('settings-test').click()
  await expect(result).toHaveAttribute('data-ok', 'true')
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
