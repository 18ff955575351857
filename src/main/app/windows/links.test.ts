import { expect, test } from 'vitest'
import { openLink } from './links.ts'

function setup() {
  const opened: string[] = []
  return { opened, open: (url: string) => openLink(async (href) => void opened.push(href), url) }
}

test('https and mailto links are handed on as they were parsed', async () => {
  const { opened, open } = setup()

  await open('HTTPS://Example.org/a b')
  await open('mailto:someone@example.org?subject=x')

  expect(opened).toEqual(['https://example.org/a%20b', 'mailto:someone@example.org?subject=x'])
})

test.each([
  'http://example.org',
  'file:///etc/passwd',
  'smb://host/share',
  '\\\\host\\share',
  '//host/share',
  'javascript:alert(1)',
  'data:text/html,x',
  'ms-settings:privacy',
  'vscode://file/x',
  'app://muster/index.html',
  'https://user:secret@example.org',
  'https://',
  '/usr/bin/xcalc',
  'C:\\Windows\\System32\\calc.exe',
  `https://example.org/${'x'.repeat(8_000)}`,
  '',
])('%s is refused and nothing opens', async (url) => {
  const { opened, open } = setup()

  await expect(open(url)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(opened).toEqual([])
})
