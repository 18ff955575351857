/** Variables that a command may see: what programs need to run at all. Never a key, whatever it is called. */
const PASSED = new Set(['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TZ', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR'])

export type Environment = Readonly<Record<string, string>>

/**
 * The environment of commands, by an allow list from our own.
 * @param own e.g. `process.env`
 */
export function shellEnvironment(own: Readonly<Record<string, string | undefined>>): Environment {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && (PASSED.has(name) || name.startsWith('LC_'))) passed[name] = value
  const speaksUnicode = [passed['LC_ALL'], passed['LC_CTYPE'], passed['LANG']].some((value) =>
    /utf-?8/i.test(value ?? ''),
  )
  return { ...passed, ...(speaksUnicode ? {} : { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }), TERM: 'dumb' }
}
