import type { ContentOf, Entry, EntryContent } from '../../../../shared/entry.ts'
import { AppError } from '../../../../shared/errors.ts'
import { EntryId, type ConversationId, type RunId } from '../../../../shared/ids.ts'
import type { Usage } from '../../../../shared/usage.ts'
import { LARGEST_ROW_BYTES } from '../bodies.ts'
import type { Owner, PartialText } from '../tables/partials.ts'
import type { CommandContext } from './command-context.ts'

/** One line for a journal. A run's names the attempt that writes it. */
export type Append = {
  readonly conversationId: ConversationId
  readonly run: { readonly id: RunId; readonly attempt: number; readonly path: string } | null
  /** The head that the writer knows; anything else on disk, and nothing is written. */
  readonly parentId: EntryId | null
  readonly content: EntryContent
  readonly usage: Usage | null
}

const moved = (message: string): AppError => new AppError('invalid_transition', message)

/** What is written to a journal inside a transaction that belongs to the caller. */
export const appendNow = (
  context: CommandContext,
  append: Append,
  bodySha256: string | null = null,
): Entry => {
  const { tables, clock, ids, bootId } = context
  const { conversationId, run, parentId, content, usage } = append
  const now = clock.now()
  const id = EntryId.parse(ids.next('ent'))
  const isStep = content.kind === 'assistant'
  const isHead = run
    ? tables.transitions.moveHead({ ...run, bootId }, { parentId, entryId: id, steps: Number(isStep) })
    : tables.conversations.moveHead({ id: conversationId, parentId, entryId: id, now })
  if (!isHead) throw moved('The journal has another head, or this attempt was superseded.')

  const deliveryId = content.kind === 'delivery' ? content.deliveryId : null
  const delivered =
    content.kind === 'tool_result' ? content.deliveries : deliveryId === null ? [] : [deliveryId]
  for (const delivery of delivered) {
    if (!tables.deliveries.markDelivered(delivery, now)) throw moved(`Delivery ${delivery} was taken before.`)
  }
  const runId = run?.id ?? null
  const entry = tables.entries.add({
    id,
    conversationId,
    runId,
    parentId,
    content,
    bodySha256,
    usage,
    deliveryId,
    now,
  })
  if (isStep || content.kind === 'interrupted') tables.partials.clear({ conversationId, runId })
  if (content.kind === 'assistant' && usage) {
    tables.modelCalls.add({
      ...usage,
      entryId: id,
      conversationId,
      runPath: run?.path ?? '',
      model: content.model,
      now,
    })
  }
  return entry
}

export const journalCommands = (context: CommandContext) => ({
  /**
   * Adds one entry and moves the head, both or neither. Resolves when it is on disk.
   * @throws `invalid_transition` when the head moved, the attempt was superseded, or a delivery in it was taken before
   */
  async append(append: Append): Promise<Entry> {
    const text = JSON.stringify(append.content)
    const isLarge = Buffer.byteLength(text) > LARGEST_ROW_BYTES
    const bodySha256 = isLarge ? await context.bodies.keep(text) : null
    return context.commit(() => appendNow(context, append, bodySha256))
  },

  /** Puts a result where it was asked for, exactly once. Null when somebody else took it first. */
  deliver(append: Append & { readonly content: ContentOf<'delivery'> }): Promise<Entry | null> {
    return context.commit(() => {
      const isPending = context.tables.deliveries.find(append.content.deliveryId)?.state === 'pending'
      return isPending ? appendNow(context, append) : null
    })
  },

  /** Saves over what can be seen of an answer under way. */
  savePartial: (owner: Owner, partial: PartialText): Promise<void> =>
    context.commit(() => context.tables.partials.save(owner, partial)),

  clearPartial: (owner: Owner): Promise<void> => context.commit(() => context.tables.partials.clear(owner)),
})
