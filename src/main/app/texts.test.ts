import { expect, test } from 'vitest'
import type { Language } from '../../shared/locales/catalogue.ts'
import { createSystemTexts } from './texts.ts'

test('a text follows a change of language', () => {
  let language: Language = 'en'
  const { text } = createSystemTexts(() => language)

  expect(text('tray.quit')).toBe('Quit')
  language = 'zh-CN'
  expect(text('tray.quit')).toBe('退出')
})

test('a plural takes the form that its count needs', () => {
  const { text } = createSystemTexts(() => 'en')

  expect(text('tray.running', { count: 1 })).toBe('Muster: 1 run working')
  expect(text('tray.running', { count: 3 })).toBe('Muster: 3 runs working')
})

test('values stand in a text as they are', () => {
  const { text } = createSystemTexts(() => 'en')

  expect(text('notifications.finishedBody', { title: '<b> & "x"' })).toBe('<b> & "x"')
})

test('each failure has words in the language of the moment', () => {
  const { errorTitle } = createSystemTexts(() => 'zh-CN')

  expect(errorTitle({ code: 'disk_full', details: {} })).toMatch(/\p{Script=Han}/u)
})
