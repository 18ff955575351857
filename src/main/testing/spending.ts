import { expect } from 'vitest'
import { eventually, type CrewBench } from './crew-bench.ts'
import { call, say, scripted } from './script/write-script.ts'

const GOAL = 'Spend.'

/** Does something, comes to the gate, and says its word. Those that are there before it opens are refused once. */
export const spending = (word: string, refusal = 'status 402 add credits'): { goal: string } => ({
  goal: scripted(GOAL, call('list_files', {}), ['gate credits', `first 1 ${refusal}`, say(word)]),
})

/** Lets so many sub-agents ask at the same moment, and all of them be refused. */
export async function runOutOfCredits({ models }: CrewBench, count: number): Promise<void> {
  const isAtTheGate = ({ messages }: (typeof models.calls)[number]): boolean =>
    messages.at(-1)?.role === 'tool' && messages.some(({ text }) => text.startsWith(GOAL))
  await eventually(() => expect(models.calls.filter(isAtTheGate)).toHaveLength(count))
  models.gates.open('credits')
}
