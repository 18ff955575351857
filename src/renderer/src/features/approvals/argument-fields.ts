/** One argument of a call. Text is as it is; anything else is JSON. */
export type ArgumentField = { readonly name: string; readonly value: string }

/** Takes the arguments of a call apart; null when they are no JSON object, and then they must be shown as they are. */
export function argumentFields(text: string): readonly ArgumentField[] | null {
  try {
    const values: unknown = JSON.parse(text)
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
    return Object.entries(values).map(([name, value]: [string, unknown]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    }))
  } catch {
    return null
  }
}
