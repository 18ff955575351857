import type { seeded } from '../../src/main/testing/seeded.ts'
import { call, recall, say, script, scripted } from '../../src/main/testing/script/write-script.ts'

export type Random = ReturnType<typeof seeded>

/** A task, and the word that it says in the end: nobody else says it, so that what became of it can be seen. */
export type Task = { readonly word: string; readonly goal: string; readonly hasEffect: boolean }

/** One conversation's message, and the tasks that stand in it, nested ones too. */
export type Job = { readonly text: string; readonly tasks: readonly Task[] }

const WORD = /word_[a-z0-9]{12}/

const wordFrom = (random: Random): string => `word_${random.text(12, 'abcdefghijklmnopqrstuvwxyz0123456789')}`
const pauseFrom = (random: Random): string => `pause ${random.below(250)}`

/** Looks around, waits a little, and says its word. */
function looking(random: Random): Task {
  const word = wordFrom(random)
  const steps = [call('list_files', {}), [pauseFrom(random), call('list_files', { path: '.' })]]
  const goal = scripted('Look around.', ...steps.slice(random.below(3)), [pauseFrom(random), say(word)])
  return { word, goal, hasEffect: false }
}

/** Leaves a trace in the world that must not be left twice. */
function writing(random: Random): Task {
  const word = wordFrom(random)
  const command = `sleep 0.${random.below(3)}; echo ${word} >> effects.txt`
  const goal = scripted('Leave a trace.', call('shell', { command }), [pauseFrom(random), say(word)])
  return { word, goal, hasEffect: true }
}

/** Hands two tasks on, waits for them, and says its own word after theirs. */
function leading(random: Random): { readonly lead: Task; readonly below: readonly Task[] } {
  const word = wordFrom(random)
  const below = [looking(random), random.below(2) === 0 ? looking(random) : writing(random)]
  const delegation = { tasks: below.map(({ goal }) => ({ goal })), wait: random.below(2) === 0 }
  const steps = [call('delegate', delegation), [pauseFrom(random), say(word)], say(word), say(word)]
  return { lead: { word, goal: scripted('Lead others.', ...steps), hasEffect: false }, below }
}

/** What a person asks of one conversation: two to four tasks, together or each for itself, awaited or not. */
export function jobFrom(random: Random): Job {
  const led = random.below(2) === 0 ? leading(random) : null
  const own = Array.from({ length: 1 + random.below(3) }, () =>
    random.below(3) === 0 ? writing(random) : looking(random),
  )
  const tasks = led ? [led.lead, ...own] : own
  const delegation = {
    tasks: tasks.map(({ goal }) => ({ goal })),
    independent: random.below(2) === 0,
    wait: random.below(3) === 0,
  }
  const told = Array.from({ length: tasks.length + 2 }, () => recall(WORD))
  const text = scripted('Hand it out.', call('delegate', delegation), say('At work.'), ...told)
  return { text, tasks: [...tasks, ...(led?.below ?? [])] }
}

/** Two conversations, one of them sometimes with nothing to do but answer. */
export const batchFrom = (random: Random): Job[] => [
  jobFrom(random),
  random.below(4) === 0 ? { text: script(say('Nothing to do.')), tasks: [] } : jobFrom(random),
]
