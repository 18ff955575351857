import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts that make an agent, shared part first, so that siblings share a cached prefix. */
export type Prompts = {
  /** `instructions`: what the folder asks of agents, and a person has accepted. */
  conversation(folder: string | null, instructions: string | null): string
  run(run: RunPrompt): string
}

/** `agent`: what the run's own agent is told, last, so that runs of other agents share all that stands before. */
export type RunPrompt = {
  readonly folder: string | null
  readonly instructions: string | null
  readonly agent: string
}

/** Reads the prompts that ship with the app. */
export async function loadPrompts(resources: string): Promise<Prompts> {
  const read = (name: string): Promise<string> => readFile(join(resources, 'prompts', `${name}.md`), 'utf8')
  const [shared, conversation, run] = await Promise.all([read('shared'), read('conversation'), read('run')])
  return {
    conversation: (folder, instructions) =>
      [shared, conversation, place(folder), instructions ?? ''].join('\n'),
    run: ({ folder, instructions, agent }) =>
      [shared, run, place(folder), instructions ?? '', agent === '' ? '' : `${agent}\n`].join('\n'),
  }
}

const place = (folder: string | null): string =>
  folder === null
    ? 'There is no workspace folder yet, hence no tools for files or commands. If the task needs them, ask the user to drop a folder on the window.\n'
    : `The workspace folder is ${folder}. Paths in tool calls are relative to it.\n`
