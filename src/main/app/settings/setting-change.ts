import { AppError } from '../../../shared/errors.ts'
import { DEFAULT_SETTINGS, Settings, type SettingChange } from '../../../shared/settings.ts'

/** What a settings file or a command line says: any part of the settings; the rest are defaults. */
export type PartialSettings = { readonly [key: string]: unknown }

/**
 * One more value in `values`, checked together with all the others.
 *
 * @throws AppError `invalid_input` with the key and what is allowed there
 */
export function withChange(values: PartialSettings, { path, value }: SettingChange): PartialSettings {
  if (!SETTING_PATHS.includes(path)) {
    throw refusal(path, `one of ${SETTING_PATHS.join(', ')}`, `There is no setting ${path}.`)
  }
  const changed = place(values, path.split('.'), value)
  const { error } = Settings.safeParse(changed)
  const issue = error?.issues.find((found) => found.path.join('.') === path) ?? error?.issues[0]
  if (issue)
    throw refusal(path, issue.message, `${path} cannot be ${JSON.stringify(value)}: ${issue.message}`)
  return changed
}

/**
 * Reads `KEY=VALUE` from a command line. The value is JSON where it can be read as such and where the setting is no
 * text; else it is taken as it stands.
 *
 * @throws AppError `invalid_input` when there is no `=`
 */
export function parseAssignment(assignment: string): SettingChange {
  const at = assignment.indexOf('=')
  if (at < 1) throw refusal(assignment, 'KEY=VALUE', `${assignment} is not of the form KEY=VALUE.`)
  const path = assignment.slice(0, at).trim()
  const text = assignment.slice(at + 1)
  return { path, value: typeof valueAt(DEFAULT_SETTINGS, path) === 'string' ? text : jsonOrText(text) }
}

/** `over` wins wherever both say something. */
export function layered(under: PartialSettings, over: PartialSettings): PartialSettings {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(value) && isGroup(below) ? layered(below, value) : value
  }
  return merged
}

export const isGroup = (value: unknown): value is PartialSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every key that can be set, dotted. */
const SETTING_PATHS: readonly string[] = pathsIn(DEFAULT_SETTINGS)

function pathsIn(group: PartialSettings): string[] {
  return Object.entries(group).flatMap(([key, value]) =>
    isGroup(value) ? pathsIn(value).map((path) => `${key}.${path}`) : [key],
  )
}

function place(group: unknown, [key = '', ...rest]: readonly string[], value: unknown): PartialSettings {
  const known = isGroup(group) ? group : {}
  return { ...known, [key]: rest.length === 0 ? value : place(known[key], rest, value) }
}

const valueAt = (settings: PartialSettings, path: string): unknown =>
  path.split('.').reduce<unknown>((group, key) => (isGroup(group) ? group[key] : undefined), settings)

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const refusal = (key: string, allowed: string, message: string): AppError =>
  new AppError('invalid_input', message, { details: { key, allowed, issue: message } })
