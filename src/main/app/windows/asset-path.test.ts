import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAsset } from './asset-path.ts'

function setup() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-assets-')))
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), 'page')
  writeFileSync(join(root, 'assets', 'a b.js'), 'script')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  mkdirSync(join(folder, 'renderer-other'))
  writeFileSync(join(folder, 'renderer-other', 'x.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'))
  symlinkSync(folder, join(root, 'up'))
  return { root, find: (url: string) => findAsset(root, url) }
}

test('a file of the bundle is found, whatever follows its path', async () => {
  const { root, find } = setup()

  expect(await find('app://muster/index.html?x=1#y')).toEqual({ path: join(root, 'index.html') })
  expect(await find('app://muster/assets/a%20b.js')).toEqual({ path: join(root, 'assets', 'a b.js') })
})

test.each([
  'app://muster/../secret.txt',
  'app://muster/assets/../../secret.txt',
  'app://muster/%2e%2e/secret.txt',
  'app://muster/.%2E/secret.txt',
  'app://muster/..%2fsecret.txt',
  'app://muster/%2e%2e%2fsecret.txt',
  'app://muster/%252e%252e%252fsecret.txt',
  'app://muster/..\\secret.txt',
  'app://muster/..%5csecret.txt',
  'app://muster//etc/passwd',
  'app://muster/%2fetc%2fpasswd',
  'app://muster/C:/Windows/win.ini',
  'app://muster/index.html%00.png',
  'app://muster/%',
  'app://muster/',
  'app://muster',
  'app://muster/link.txt',
  'app://muster/up/secret.txt',
  'app://muster/up/renderer-other/x.txt',
  'app://elsewhere/index.html',
  'app://muster@elsewhere/index.html',
  'file:///etc/passwd',
  'https://muster/index.html',
  'no url',
])('%s is refused', async (url) => {
  expect(await setup().find(url)).toEqual({ status: 400 })
})

test.each(['app://muster/nothing.html', 'app://muster/assets', 'app://muster/index.html/x'])(
  '%s is not there',
  async (url) => {
    expect(await setup().find(url)).toEqual({ status: 404 })
  },
)
