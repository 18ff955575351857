import type { ContentOf, Entry, ToolCall } from '../../../shared/entry.ts'

/** A call with its outcome; null while it works, or when nobody knows. */
export type CallItem = { readonly call: ToolCall; readonly result: ContentOf<'tool_result'> | null }

/** One unit of reading: an entry, and with an answer the calls that it asked for. */
export type Article = { readonly entry: Entry; readonly calls: readonly CallItem[] }

const NO_CALLS: readonly CallItem[] = []

/** Results that follow an answer, up to the next one: providers repeat call ids between answers. */
function resultsAfter(entries: readonly Entry[], start: number): Map<string, ContentOf<'tool_result'>> {
  const results = new Map<string, ContentOf<'tool_result'>>()
  for (let index = start; index < entries.length; index += 1) {
    const content = entries[index]?.content
    if (content === undefined || content.kind === 'assistant') break
    if (content.kind === 'tool_result') results.set(content.callId, content)
  }
  return results
}

function articleAt(entries: readonly Entry[], index: number, entry: Entry): Article {
  if (entry.content.kind !== 'assistant' || entry.content.toolCalls.length === 0)
    return { entry, calls: NO_CALLS }
  const results = resultsAfter(entries, index + 1)
  const calls = entry.content.toolCalls.map((call) => ({ call, result: results.get(call.id) ?? null }))
  return { entry, calls }
}

const isSame = (a: Article, b: Article): boolean =>
  a.entry === b.entry && a.calls.every((item, index) => item.result === b.calls[index]?.result)

/** Whether a call of this article has no outcome yet. */
export const hasOpenCall = (article: Article): boolean => article.calls.some(({ result }) => result === null)

/**
 * Folds entries into articles. An article that did not change is the same object as in `previous`, so that a row of the
 * thread is drawn again only when something in it happened.
 */
export function articlesOf(entries: readonly Entry[], previous: readonly Article[] = []): readonly Article[] {
  const before = new Map(previous.map((article) => [article.entry.id, article]))
  const articles: Article[] = []
  entries.forEach((entry, index) => {
    if (entry.content.kind === 'tool_result') return
    const article = articleAt(entries, index, entry)
    const known = before.get(entry.id)
    articles.push(known !== undefined && isSame(known, article) ? known : article)
  })
  return articles
}

/** A fold that remembers what it gave out last. One for each place that shows a journal. */
export function createFold(): (entries: readonly Entry[]) => readonly Article[] {
  let previous: readonly Article[] = []
  return (entries) => {
    previous = articlesOf(entries, previous)
    return previous
  }
}
