/** A text in one line of at most `most` characters; `…` stands for what was cut. */
export function oneLine(text: string, most = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
