import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { ApprovalId } from '../../../shared/ids.ts'
import { ApprovalId as ApprovalIdSchema } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/conversation.ts'
import { Mode as ModeSchema } from '../../../shared/conversation.ts'
import type { SettingChange } from '../../../shared/settings.ts'
import { originOf } from '../../outside/model/origin.ts'
import { parseAssignment } from '../settings/setting-change.ts'
import type { CliKey } from './cli-texts.ts'

/** What every command that works may say. */
type Common = {
  /** Null: the default, or what `MUSTER_DATA` says. */
  readonly data: string | null
  readonly settings: readonly SettingChange[]
  readonly baseUrl: string | null
  readonly json: boolean
  readonly timeoutSeconds: number | null
}

export type WindowCommand = {
  readonly name: 'window'
  readonly data: string | null
  readonly folder: string | null
}
export type RunCommand = Common & {
  readonly name: 'run'
  /** Empty only for the demo, which has a task of its own. */
  readonly task: string
  /** The demo's script answers, in its sample folder. */
  readonly demo: boolean
  /** What the folder brings may instruct the agent. */
  readonly trust: boolean
  readonly folder: string | null
  readonly mode: Mode | null
}
export type AnswerCommand = Common & {
  readonly name: 'answer'
  readonly approvalId: ApprovalId
  readonly allow: boolean
  readonly note: string
}
export type Command = WindowCommand | RunCommand | AnswerCommand | { readonly name: 'help' | 'version' }

/** What is wrong with a command line, in words of the catalogue. */
export type CommandProblem = { readonly key: CliKey; readonly values: Readonly<Record<string, string>> }
export type ParsedCommand =
  { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly problem: CommandProblem }

const WORK_OPTIONS = {
  data: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  set: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
} as const
const RUN_OPTIONS = {
  ...WORK_OPTIONS,
  folder: { type: 'string' },
  mode: { type: 'string' },
  demo: { type: 'boolean' },
  trust: { type: 'boolean' },
} as const
const ANSWER_OPTIONS = { ...WORK_OPTIONS, note: { type: 'string' } } as const

/** The longest that a timer of Node can wait; beyond it, it fires at once. */
const MOST_SECONDS = 2_147_483

/** Reads the arguments after the program's name. `--` ends options, so that a task may begin with a dash. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const [name, ...rest] = args
  try {
    if (name === 'run') return done(parseRun(rest))
    if (name === 'answer') return done(parseAnswer(rest))
    if (name === 'help' || asksForHelp(args)) return done({ name: 'help' })
    if (name === '--version') return done({ name: 'version' })
    return done(parseWindow(args))
  } catch (thrown) {
    if (thrown instanceof Refusal) return { ok: false, problem: thrown.problem }
    throw thrown
  }
}

const done = (command: Command): ParsedCommand => ({ ok: true, command })

class Refusal extends Error {
  readonly problem: CommandProblem
  constructor(key: CliKey, values: Readonly<Record<string, string>> = {}) {
    super(key)
    this.problem = { key, values }
  }
}

function parseRun(args: readonly string[]): Command {
  if (asksForHelp(args)) return { name: 'help' }
  const { values, positionals } = read(args, RUN_OPTIONS)
  const task = positionals.join(' ').trim()
  const demo = values.demo ?? false
  if (task === '' && !demo) throw new Refusal('missingTask')
  if (demo && values.folder !== undefined) throw new Refusal('demoFolder')
  const mode = ModeSchema.safeParse(values.mode)
  if (values.mode !== undefined && !mode.success) throw bad('--mode', values.mode)
  const folder = values.folder ?? null
  const trust = values.trust ?? false
  return { name: 'run', task, demo, trust, folder, mode: mode.data ?? null, ...common(values) }
}

function parseAnswer(args: readonly string[]): Command {
  const { values, positionals } = read(args, ANSWER_OPTIONS)
  const [id, word, ...more] = positionals
  const approvalId = ApprovalIdSchema.safeParse(id)
  if (!approvalId.success || more.length > 0) throw new Refusal('answerUsage')
  if (word !== 'allow' && word !== 'deny') throw new Refusal('answerUsage')
  return {
    name: 'answer',
    approvalId: approvalId.data,
    allow: word === 'allow',
    note: values.note ?? '',
    ...common(values),
  }
}

function parseWindow(args: readonly string[]): Command {
  const { values, positionals } = read(args, { data: { type: 'string' } } as const)
  const [folder, second] = positionals
  if (second !== undefined) throw new Refusal('unknownCommand', { command: folder ?? '' })
  return { name: 'window', data: named(values.data), folder: folder ?? null }
}

type WorkValues = {
  readonly data?: string | undefined
  readonly 'base-url'?: string | undefined
  readonly model?: string | undefined
  readonly set?: readonly string[] | undefined
  readonly json?: boolean | undefined
  readonly timeout?: string | undefined
}

function common(values: WorkValues): Common {
  const baseUrl = values['base-url']
  if (baseUrl !== undefined && originOf(baseUrl) === null) throw bad('--base-url', baseUrl)
  const endpoint = [
    ...(baseUrl === undefined ? [] : [{ path: 'model.baseUrl', value: baseUrl }]),
    ...(values.model === undefined ? [] : [{ path: 'model.name', value: values.model }]),
  ]
  const seconds = values.timeout === undefined ? null : Number(values.timeout)
  if (seconds !== null && !(seconds > 0 && seconds <= MOST_SECONDS))
    throw bad('--timeout', values.timeout ?? '')
  return {
    data: named(values.data),
    settings: [...(values.set ?? []).map(setting), ...endpoint],
    baseUrl: baseUrl ?? null,
    json: values.json ?? false,
    timeoutSeconds: seconds,
  }
}

/** An empty name would be the current folder, which nobody means. */
function named(data: string | undefined): string | null {
  if (data === '') throw bad('--data', data)
  return data ?? null
}

/** `KEY=VALUE`; whether there is such a key is said when the settings are opened. */
function setting(text: string): SettingChange {
  if (text.indexOf('=') < 1) throw bad('--set', text)
  return parseAssignment(text)
}

const bad = (option: string, value: string): Refusal => new Refusal('badValue', { option, value })

function asksForHelp(args: readonly string[]): boolean {
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  return options.includes('--help') || options.includes('-h')
}

function read<O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (thrown) {
    const { code, message } = thrown as Error & { code?: string }
    const option = /'(--?[^ ']+)/.exec(message)?.[1] ?? message
    throw new Refusal(code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'unknownOption' : 'missingValue', { option })
  }
}
