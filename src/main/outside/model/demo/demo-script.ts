import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** What a job of the demo computes from the files it reads. */
export const FigureName = z.enum(['takings', 'shopping', 'baking'])
export type FigureName = z.infer<typeof FigureName>

/** One part of the sample folder, and the words of the sub-agent that works on it. */
const DemoJob = z.strictObject({
  figure: FigureName,
  folder: z.string(),
  goal: z.string(),
  looking: z.string(),
  reading: z.string(),
  line: z.string(),
  report: z.string(),
})
export type DemoJob = z.infer<typeof DemoJob>

/** All that the demo says, in one language, with `{{places}}` for what it finds out. */
const DemoScript = z.strictObject({
  /** What a person is taken to have asked for. */
  task: z.string(),
  looking: z.string(),
  handing: z.string(),
  waiting: z.string(),
  nothing: z.string(),
  refused: z.string(),
  summary: z.string(),
  partial: z.string(),
  again: z.string(),
  last: z.string(),
  unreadable: z.string(),
  jobs: z.array(DemoJob).min(1),
})
export type DemoScript = z.infer<typeof DemoScript>

/** Reads a script that ships with the app. */
export const loadDemoScript = async (path: string): Promise<DemoScript> =>
  DemoScript.parse(JSON.parse(await readFile(path, 'utf8')))

/** The text with each `{{place}}` filled in; a place that nothing is known of stays visible. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place))
