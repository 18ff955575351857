import type { ContentOf, Entry, EntryContent } from '../../../../shared/entry.ts'
import { costOf } from '../../../../shared/cost.ts'
import { AppError } from '../../../../shared/errors.ts'
import { EntryId, type ConversationId, type RunId } from '../../../../shared/ids.ts'
import { reported, type CallUsage, type Usage } from '../../../../shared/usage.ts'
import { LARGEST_ROW_BYTES } from '../bodies.ts'
import type { Owner, PartialText } from '../tables/partials.ts'
import type { CommandContext } from './command-context.ts'

/** What a call took, and where: elsewhere the same model costs something else. */
export type Metered = CallUsage & { readonly baseUrl: string }

/** One line for a journal. A run's names the attempt that writes it. */
export type Append = {
  readonly conversationId: ConversationId
  readonly run: { readonly id: RunId; readonly attempt: number; readonly path: string } | null
  /** The head that the writer knows; anything else on disk, and nothing is written. */
  readonly parentId: EntryId | null
  readonly content: EntryContent
  readonly usage: Metered | null
}

const moved = (message: string): AppError => new AppError('invalid_transition', message)

/** A call of a model. */
export type Charge = Pick<Append, 'conversationId' | 'run'> & {
  readonly model: string
  readonly usage: Metered
  /** What it brought; null: nothing that could be journaled. */
  readonly entryId: EntryId | null
}

function chargeNow({ tables, clock, priceOf }: CommandContext, charge: Charge): void {
  const { run, model, usage, ...call } = charge
  const { baseUrl, ...took } = usage
  const price = took.input + took.output === 0 ? FREE : priceOf({ baseUrl, model })
  const costMicros = price && costOf(price, took)
  tables.modelCalls.add({ ...call, ...took, model, runPath: run?.path ?? '', costMicros, now: clock.now() })
}

/** What nothing costs, whoever asks for it. */
const FREE = { input: 0, cached: 0, output: 0 }

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
  const runId = run?.id ?? null
  for (const delivery of delivered) {
    if (!tables.deliveries.markDelivered(delivery, { conversationId, runId }, now))
      throw moved(`Delivery ${delivery} was taken before, or is another's.`)
  }
  const entry = tables.entries.add({
    id,
    conversationId,
    runId,
    parentId,
    content,
    bodySha256,
    usage: usage && reportedOf(usage),
    deliveryId,
    now,
  })
  if (isStep || content.kind === 'interrupted') tables.partials.clear({ conversationId, runId })
  if (content.kind === 'assistant' && usage) {
    chargeNow(context, { conversationId, run, model: content.model, usage, entryId: id })
  }
  return entry
}

const reportedOf = ({ baseUrl: _, ...usage }: Metered): Usage | null => reported(usage)

/** The hash of a content that is too large for a row, once its file is on disk; null for one that is not. */
async function keepLarge({ bodies }: CommandContext, content: EntryContent): Promise<string | null> {
  const text = JSON.stringify(content)
  return Buffer.byteLength(text) > LARGEST_ROW_BYTES ? bodies.keep(text) : null
}

export const journalCommands = (context: CommandContext) => ({
  /**
   * Adds one entry and moves the head, both or neither. Resolves when it is on disk.
   * @throws `invalid_transition` when the head moved, the attempt was superseded, or a delivery in it cannot be taken
   */
  async append(append: Append): Promise<Entry> {
    const bodySha256 = await keepLarge(context, append.content)
    return context.commit(() => appendNow(context, append, bodySha256))
  },

  /** Puts a result where it was asked for, exactly once. Null when somebody else took it first. */
  async deliver(append: Append & { readonly content: ContentOf<'delivery'> }): Promise<Entry | null> {
    const bodySha256 = await keepLarge(context, append.content)
    return context.commit(() => {
      const isPending = context.tables.deliveries.find(append.content.deliveryId)?.state === 'pending'
      return isPending ? appendNow(context, append, bodySha256) : null
    })
  },

  /**
   * Keeps what a call took that brought nothing.
   * @throws `invalid_transition` when the run is over, or this attempt was superseded
   */
  charge: (charge: Omit<Charge, 'entryId'>): Promise<void> =>
    context.commit(() => {
      const { run } = charge
      if (run && !context.tables.transitions.isHeld({ ...run, bootId: context.bootId }))
        throw moved('The run is over, or this attempt was superseded.')
      chargeNow(context, { ...charge, entryId: null })
    }),

  /** Saves over what can be seen of an answer under way. */
  savePartial: (owner: Owner, partial: PartialText): Promise<void> =>
    context.commit(() => context.tables.partials.save(owner, partial)),
})
