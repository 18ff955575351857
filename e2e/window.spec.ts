import { basename } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from './fixtures/test.ts'
import { callHost, dropPath } from './fixtures/window.ts'

test('the page has no power of its own', async ({ launch }) => {
  const { electron, page } = await launch()

  const preferences = await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
  })
  expect(
    await page.evaluate(() =>
      ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
    ),
  ).toEqual([])
})

test('the bridge is one fixed object', async ({ launch }) => {
  const { page } = await launch()

  const bridge = await page.evaluate(() => {
    const given = (window as unknown as { muster: Record<string, unknown> }).muster
    try {
      given['call'] = null
    } catch {
      // a frozen object may also say so
    }
    return { names: Object.keys(given).sort(), call: typeof given['call'] }
  })

  expect(bridge).toEqual({ names: ['call', 'onEvents', 'pathOf'], call: 'function' })
})

test('a call by a name that is none is refused', async ({ launch }) => {
  const { page } = await launch()
  for (const name of ['constructor', '__proto__', 'toString', 'conversation.destroy', '']) {
    await expect(callHost(page, name as 'host.snapshot', undefined)).rejects.toThrow('unknown_call')
  }
})

test('a call with something else than its input is refused', async ({ launch }) => {
  const { page } = await launch()
  const wrong = { conversationId: 7 } as unknown as { conversationId: never }
  await expect(callHost(page, 'conversation.open', wrong)).rejects.toThrow('invalid_input')
})

test('the page comes from its own scheme and runs nothing but its own files', async ({ launch, models }) => {
  const { page } = await launch()
  expect(page.url()).toMatch(/^app:\/\//)

  const outcomes = await page.evaluate(async (outside) => {
    const later = <T>(work: () => T): Promise<T | string> =>
      new Promise((resolve) => {
        // In a turn of its own: what a debugger evaluates is exempt from the policy.
        setTimeout(() => {
          try {
            resolve(work())
          } catch (error) {
            resolve((error as Error).name)
          }
        })
      })
    const inline = document.createElement('script')
    inline.textContent = 'window.planted = true'
    document.body.append(inline)
    return {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- whether it works is the question
      evaluated: await later(() => new Function('return "ran"')() as string),
      fetched: await fetch(outside).then(
        () => 'reached',
        () => 'refused',
      ),
      planted: 'planted' in window,
    }
  }, models.baseUrl)

  expect(outcomes).toEqual({ evaluated: 'EvalError', fetched: 'refused', planted: false })
})

test('nothing outside the page is served by its scheme', async ({ launch }) => {
  const { electron, page } = await launch()
  const origin = page.url().replace(/\/[^/]*$/, '')
  const paths = [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/../../main/index.js',
  ]

  const statuses = await electron.evaluate(
    ({ net }, urls) => Promise.all(urls.map((url) => net.fetch(url).then(({ status }) => status))),
    paths.map((path) => origin + path),
  )

  for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400)
})

test('the window stays where it is and opens no other', async ({ launch, models }) => {
  const { electron, page } = await launch()
  const url = page.url()

  await page.evaluate((outside) => {
    window.open(outside)
    const link = document.createElement('a')
    link.href = outside
    link.target = '_blank'
    document.body.append(link)
    link.click()
    location.href = outside
  }, models.baseUrl)
  await page.waitForTimeout(500)

  expect(page.url()).toBe(url)
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('the page gets none of what pages may ask for', async ({ launch }) => {
  const { page } = await launch()

  const answers = await page.evaluate(async () => ({
    notifications: await Notification.requestPermission(),
    place: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        ({ code }) => resolve(code),
      ),
    ),
    microphone: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'given',
      () => 'refused',
    ),
  }))

  expect(answers).toEqual({ notifications: 'denied', place: 1, microphone: 'refused' })
})

test('only web and mail links are handed to the system', async ({ launch }) => {
  const { page } = await launch()
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'muster://x', 'https://', '/etc/passwd']) {
    await expect(callHost(page, 'host.openLink', { url })).rejects.toThrow('invalid_input')
  }
})

test('a dropped folder becomes the workspace, a dropped file does not', async ({ launch, folder }) => {
  const { page } = await launch()
  const file = `${folder}/a file.txt`
  writeFileSync(file, 'x')

  await dropPath(page, file)
  await expect(page.getByTestId('folder-chip')).toHaveText('Choose a folder')
  await dropPath(page, folder)

  await expect(page.getByTestId('folder-chip')).toHaveText(basename(folder))
})

test('a quiet app sends nothing anywhere', async ({ launch, models }) => {
  const { electron, page } = await launch()
  await electron.evaluate(({ session }) => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
      seen.push(details.url)
      answer({})
    })
  })

  await page.reload()
  await page.getByTestId('composer').waitFor()
  await page.waitForTimeout(2_000)

  const seen = await electron.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.filter((url) => !url.startsWith('app://') && !url.startsWith('devtools:'))).toEqual([])
  expect(models.calls).toEqual([])
})
