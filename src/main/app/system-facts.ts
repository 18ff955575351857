import type { App, NativeTheme } from 'electron'
import type { HostSnapshot } from '../../shared/calls.ts'
import type { Language } from '../../shared/locales/catalogue.ts'
import type { Settings } from '../../shared/settings.ts'

export type SystemFacts = HostSnapshot['system']

/** What the system says of itself right now; to be asked after `ready`. */
export const readSystemFacts = (app: App, nativeTheme: NativeTheme): SystemFacts => ({
  dark: nativeTheme.shouldUseDarkColors,
  language: closestLanguage(app.getPreferredSystemLanguages()),
  platform: process.platform,
  version: app.getVersion(),
})

/** The language of texts: what the person chose, else the system's. */
export const languageInForce = ({ appearance }: Settings, system: Pick<SystemFacts, 'language'>): Language =>
  appearance.language === 'system' ? system.language : appearance.language

/** The first language of the person that Muster speaks; English when it speaks none of them. */
export function closestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    if (/^en\b/i.test(tag)) return 'en'
    if (/^zh\b/i.test(tag)) return 'zh-CN'
  }
  return 'en'
}
