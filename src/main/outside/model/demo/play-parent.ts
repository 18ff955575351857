import type { Message } from '../../../core/agent/ports.ts'
import { outcomesOf, say, type DemoAnswer } from './demo-answer.ts'
import { fillIn, type DemoScript, type FigureName } from './demo-script.ts'
import { writeFigure } from './figures.ts'

/** The next step of the agent that a person talks to: look, hand each part on, sum up what came back. */
export function playParent(script: DemoScript, messages: readonly Message[]): DemoAnswer {
  const [outcome] = outcomesOf(messages)
  if (outcome?.name === 'list_files') return handOver(script, outcome.text)
  if (outcome?.name === 'delegate')
    return say(outcome.ok ? script.waiting : fillIn(script.refused, { reason: outcome.text }))
  const results = resultsIn(messages.at(-1))
  if (results !== null) return say(`${sumUp(script, results)}\n\n${script.last}`)
  if (messages.some((message) => message.role === 'assistant'))
    return say(`${script.again}\n\n${script.last}`)
  return say(script.looking, { name: 'list_files', input: {} })
}

function handOver(script: DemoScript, listing: string): DemoAnswer {
  const folders = listing.split('\n')
  const tasks = script.jobs
    .filter(({ folder }) => folders.includes(`${folder}/`))
    .map(({ goal }) => ({ goal }))
  if (tasks.length === 0) return say(script.nothing)
  return say(script.handing, { name: 'delegate', input: { tasks } })
}

/** What was delivered; null when the newest message is not a delivery. */
function resultsIn(message: Message | undefined): string | null {
  return message?.role === 'user' && /^--- \S+\nDelegation /m.test(message.text) ? message.text : null
}

function sumUp(script: DemoScript, results: string): string {
  const tasks = results.split(/^(?=Task \d+ \()/m).slice(1)
  const found = new Map<FigureName, number>()
  for (const { figure, goal } of script.jobs) {
    const own = tasks.find((task) => task.includes(goal))?.split(goal)[1] ?? ''
    const amount = /^State: completed/m.test(own) ? /\*\*(-?[\d.]+)\*\*/.exec(own)?.[1] : undefined
    if (amount !== undefined) found.set(figure, Number(amount))
  }
  const { takings, shopping, baking } = Object.fromEntries(found)
  if (takings === undefined || shopping === undefined || baking === undefined)
    return fillIn(script.partial, { states: statesIn(tasks) })
  return fillIn(script.summary, {
    takings: writeFigure('takings', takings),
    shopping: writeFigure('shopping', shopping),
    left: writeFigure('takings', takings - shopping),
    baking: writeFigure('baking', baking),
  })
}

const statesIn = (tasks: readonly string[]): string =>
  tasks.map((task) => /^State: (\w+)/m.exec(task)?.[1] ?? '–').join(', ')
