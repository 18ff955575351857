/** One argument of a call, or a part of one: `edits[1].old`. Text is as it is; anything else is JSON. */
export type ArgumentField = { readonly name: string; readonly value: string; readonly isPart: boolean }

/** Takes the arguments of a call apart; null when they are no JSON object, and then they must be shown as they are. */
export function argumentFields(text: string): readonly ArgumentField[] | null {
  try {
    const values: unknown = JSON.parse(text)
    return isBranch(values) && !Array.isArray(values) ? fieldsOf(values, '') : null
  } catch {
    return null
  }
}

/** Parts of lists are counted from 1, as people do. */
function fieldsOf(values: object, above: string): ArgumentField[] {
  const isList = Array.isArray(values)
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const name = isList ? `${above}[${Number(key) + 1}]` : above === '' ? key : `${above}.${key}`
    if (isBranch(value)) return fieldsOf(value, name)
    return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value), isPart: above !== '' }]
  })
}

/** An empty list or object is shown as such. */
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
