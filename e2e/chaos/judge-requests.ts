import type { Message } from '../../src/main/core/agent/ports.ts'

/** What was asked of the model in one request. */
export type Asked = { readonly messages: readonly Message[] }

/**
 * What a model was told, looked at where it was told: no request holds a result twice, and each word that was told according
 * to the ledger came up in a request.
 *
 * @param told words of completed tasks that stand in a journal as results
 */
export function judgeRequests(requests: readonly Asked[], told: readonly string[]): string[] {
  const counts = requests.map(({ messages }) => {
    const text = messages.filter(({ role }) => role !== 'system' && role !== 'assistant').map(wordsOf)
    return (word: string): number => text.join('\n').split(`Result:\n${word}\n`).length - 1
  })
  return told.flatMap((word) => {
    const most = Math.max(0, ...counts.map((count) => count(word)))
    if (most === 0) return [`no model was told ${word}`]
    return most === 1 ? [] : [`one request tells ${word} ${most} times`]
  })
}

const wordsOf = (message: Message): string => ('text' in message ? message.text : '')
