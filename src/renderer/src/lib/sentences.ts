const END = /[.!?](?=\s)|[。！？]|\n/g

/**
 * The finished sentences of a growing text beyond what was spoken before, for a screen reader.
 * @param from characters that were spoken already
 * @returns the new sentences and how far they reach; an empty text when none has ended
 */
export function finishedSentences(
  text: string,
  from: number,
): { readonly spoken: string; readonly until: number } {
  const rest = text.slice(from)
  const last = [...rest.matchAll(END)].at(-1)
  if (last === undefined) return { spoken: '', until: from }
  const length = last.index + last[0].length
  return { spoken: rest.slice(0, length).trim(), until: from + length }
}
