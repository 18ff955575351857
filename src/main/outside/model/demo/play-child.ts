import type { Message } from '../../../core/agent/ports.ts'
import { outcomesOf, say, type DemoAnswer, type Outcome } from './demo-answer.ts'
import { fillIn, type DemoJob, type DemoScript } from './demo-script.ts'
import { figuresOf } from './figures.ts'

/** The next step of a sub-agent: look into the folder of its job, read every file there, report what they come to. */
export function playChild(script: DemoScript, job: DemoJob, messages: readonly Message[]): DemoAnswer {
  const outcomes = outcomesOf(messages)
  const failed = outcomes.find(({ ok }) => !ok)
  if (failed) return say(fillIn(script.unreadable, { reason: failed.text }))
  switch (outcomes[0]?.name) {
    case 'list_files':
      return read(script, job, filesIn(outcomes[0].text))
    case 'read_file':
      return say(report(job, outcomes))
    default:
      return say(fillIn(job.looking, { folder: job.folder }), {
        name: 'list_files',
        input: { path: job.folder },
      })
  }
}

function read(script: DemoScript, job: DemoJob, files: readonly string[]): DemoAnswer {
  if (files.length === 0) return say(fillIn(script.unreadable, { reason: job.folder }))
  const calls = files.map((path) => ({ name: 'read_file', input: { path } }))
  return say(fillIn(job.reading, { count: files.length }), ...calls)
}

/** Paths in a listing: files are followed by their size, folders by nothing. */
const filesIn = (listing: string): string[] =>
  [...listing.matchAll(/^(.+?) {2}[\d.]+ (?:B|KB|MB)$/gm)].map(([, path = '']) => path)

function report(job: DemoJob, files: readonly Outcome[]): string {
  const { files: figures, total } = figuresOf(
    job.figure,
    files.map(({ text }) => text),
  )
  const lines = files.map(({ path }, index) => fillIn(job.line, { file: path, ...figures[index] }))
  return fillIn(job.report, { count: files.length, lines: lines.join('\n'), total })
}
