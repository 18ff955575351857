import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addConversation, addRun, bringToEnd, setToWork } from '../../testing/ledger-rows.ts'
import { openTemporaryLedger } from '../../testing/temporary-ledger.ts'

/** Files that this process has open. */
const handles = (): number => readdirSync('/proc/self/fd').length

test.runIf(process.platform === 'linux')(
  'however much is written, the ledger holds as many files as at first',
  async () => {
    const place = openTemporaryLedger()
    const conversation = await addConversation(place)
    const work = async (): Promise<unknown> =>
      bringToEnd(place.ledger, await setToWork(place.ledger, await addRun(place, conversation)))
    await work()
    const before = handles()

    for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 40 }, work))

    expect(handles()).toBeLessThanOrEqual(before)
    expect(place.ledger.query.runs.ofConversation(conversation.id, 5_000)).toHaveLength(2_001)
  },
  60_000,
)
