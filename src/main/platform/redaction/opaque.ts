/**
 * Whether a value looks made by a machine: long, of letters and digits, neither a path nor code. For names such as `token`
 * and `key` that mean many things.
 */
export function isOpaque(value: string): boolean {
  if (value.length < 16 || !/^[A-Za-z0-9+/=_.:%~|-]+$/.test(value)) return false
  if (/^[./~]/.test(value) || /^[a-z]+:\/\//i.test(value) || value.includes('/.')) return false
  return /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** Stands where a secret would stand and is none: a reference, an example, a hint, or what we masked ourselves. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDERS.some((pattern) => pattern.test(value))
}

const PLACEHOLDERS: readonly RegExp[] = [
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|string|number|boolean|bytes|any|unknown|required|optional)$/i,
  /^(?:your|my|the|some|example)[-_ ](?:own[-_ ])?(?:[a-z]+[-_ ]){0,3}(?:key|token|password|secret|value|here)$/i,
  /^(?:changeme|change[-_ ]me|example|placeholder|redacted|hidden|withheld)$/i,
  /^(?:x+|\*+|\.+|-+|_+|…+|<.*|\[secret\].*)$/i,
  /^[$%]/, // a variable
  /^\{\{?/, // a template
  /…/, // shortened, by us or by others
  /^(?:pass(?:word|wd|phrase)?|secret|token|(?:api[-_ ]?)?key|credentials?)s?$/i,
  /^\d{1,5}$/,
]
