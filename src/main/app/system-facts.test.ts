import { expect, test } from 'vitest'
import { closestLanguage } from './system-facts.ts'

test.each([
  [['zh-Hans-CN', 'en-US'], 'zh-CN'],
  [['de-DE', 'zh-TW'], 'zh-CN'],
  [['en-GB', 'zh-CN'], 'en'],
  [['zu', 'enm', 'fr'], 'en'],
  [[], 'en'],
])('people who prefer %j read %s', (preferred, language) => {
  expect(closestLanguage(preferred)).toBe(language)
})
