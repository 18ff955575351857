import { parseDocument } from 'yaml'
import { z } from 'zod'
import type { AgentProfile } from '../../../shared/agents.ts'
import { LEAST_STALL_SECONDS } from '../../../shared/run-protocol.ts'
import { toolNamesOf } from './agent-tools.ts'

/** What a file says of an agent, or what is wrong with it. */
export type AgentFile =
  | { readonly ok: true; readonly profile: AgentProfile; readonly enabled: boolean }
  | { readonly ok: false; readonly reason: string }

/** A list, or names with commas between them. Null and nothing are the same: no bound. */
const names = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((list) => list.map((name) => name.trim()).filter((name) => name !== ''))
  .nullish()

/** Other programs' agents name models of one vendor by its short names; here the model is the user's to choose. */
const NO_CHOICE = ['inherit', 'default', 'sonnet', 'opus', 'haiku']

/** Keys of other programs are no error: the same file serves several. */
const FrontMatter = z.looseObject({
  description: z.string('is missing').trim().min(1, 'is empty'),
  model: z.string().trim().min(1).nullish(),
  tools: names,
  'delegate-tools': names,
  'max-steps': z.int().min(1).max(1_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  'stall-seconds': z.int().min(LEAST_STALL_SECONDS).max(86_400).nullish(),
  enabled: z.boolean().nullish(),
})

const BETWEEN_LINES = /^---[^\S\n]*\n(?<matter>[\s\S]*?)\n?^---[^\S\n]*(?:\n(?<body>[\s\S]*))?$/m

/**
 * Reads one agent: front matter in YAML between two lines of `---`, and its prompt below. Pure; never throws.
 * @param knownTools names of all tools there are; another name is an error, since it may have been meant as a bound
 */
export function parseAgentFile(id: string, text: string, knownTools: readonly string[]): AgentFile {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const found = plain.startsWith('---') ? BETWEEN_LINES.exec(plain)?.groups : undefined
  if (!found) return broken('It must begin with a line `---`, then YAML, then a line `---`.')
  const matter = parseYaml(found['matter'] ?? '')
  if (!matter.ok) return matter
  const parsed = FrontMatter.safeParse(matter.value)
  if (!parsed.success)
    return broken(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const { data } = parsed
  const bounds = [data.tools, data['delegate-tools']].map((list) => list && toolNamesOf(list, knownTools))
  const unknown = bounds.flatMap((bound) => bound?.unknown ?? [])
  if (unknown.length > 0)
    return broken(`There is no tool ${unknown.join(', ')}. Tools: ${knownTools.join(', ')}.`)
  return {
    ok: true,
    enabled: data.enabled ?? true,
    profile: {
      id,
      description: data.description,
      prompt: (found['body'] ?? '').trim(),
      tools: common(bounds.flatMap((bound) => (bound ? [bound.names] : []))),
      model:
        data.model === undefined || data.model === null || NO_CHOICE.includes(data.model.toLowerCase())
          ? null
          : data.model,
      maxSteps: data['max-steps'] ?? null,
      temperature: data.temperature ?? null,
      stallSeconds: data['stall-seconds'] ?? null,
    },
  }
}

/** Characters of a reason: it stands in a list, and in what a model is told. */
const MOST_REASON = 600

const broken = (reason: string): { ok: false; reason: string } => ({
  ok: false,
  reason: reason.length > MOST_REASON ? `${reason.slice(0, MOST_REASON)}…` : reason,
})

function parseYaml(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true })
  const [error] = document.errors
  if (error) return broken(error.message)
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 20 }) as unknown }
  } catch (thrown) {
    return broken(thrown instanceof Error ? thrown.message : String(thrown)) // aliases that would grow without end
  }
}

/** What all of them hold; null when there are none. */
const common = ([first, ...rest]: readonly (readonly string[])[]): string[] | null =>
  first === undefined ? null : first.filter((name) => rest.every((list) => list.includes(name)))
