/** The line below a listing that says what it left out; empty when that is nothing. */
export function noteOnMore(
  { more, complete }: { readonly more: number; readonly complete: boolean },
  advice: string,
): string {
  if (more === 0 && complete) return ''
  return `\n[${complete ? more : `at least ${more}`} more; ${advice}]`
}
