import { cli as englishCli } from './en/cli.ts'
import { errors as englishErrors, unnamed as englishUnnamed } from './en/errors.ts'
import { system as englishSystem } from './en/system.ts'
import { window as englishWindow } from './en/window.ts'
import type { Translated } from './translated.ts'
import { cli as chineseCli } from './zh-CN/cli.ts'
import { errors as chineseErrors, unnamed as chineseUnnamed } from './zh-CN/errors.ts'
import { system as chineseSystem } from './zh-CN/system.ts'
import { window as chineseWindow } from './zh-CN/window.ts'

const en = {
  window: englishWindow,
  errors: englishErrors,
  unnamed: englishUnnamed,
  system: englishSystem,
  cli: englishCli,
} as const

/** The English texts by namespace; their keys are the keys there are. */
export type Texts = typeof en

const chinese: Translated<Texts> = {
  window: chineseWindow,
  errors: chineseErrors,
  unnamed: chineseUnnamed,
  system: chineseSystem,
  cli: chineseCli,
}

/** Every text a person sees, by language and namespace: the resources of i18next, in the page as in main. */
export const catalogue = { en, 'zh-CN': chinese } as const

export type Language = keyof typeof catalogue
