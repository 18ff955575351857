import { AppError } from '../../../shared/errors.ts'
import type { DelegationChoices } from '../../../shared/run-protocol.ts'
import { MOST_TASKS_PER_CALL } from '../../../shared/settings.ts'
import { createTools, type ToolPorts } from './create-tools.ts'
import { MOST_WAIT_SECONDS } from './delegate.ts'
import type { Delegator } from './ports.ts'
import type { Tool } from './tool.ts'

/** All tools there are, over nothing: to know their names and to read calls of them. None of them can be run. */
export const toolCatalogue = (): Tool[] =>
  createTools({ workspace: nowhere, delegator: nobody, limits: WIDEST, choices: NO_CHOICES })

/** Those that an agent without a folder has. */
export const folderlessCatalogue = (): Tool[] =>
  createTools({ workspace: null, delegator: nobody, limits: WIDEST, choices: NO_CHOICES })

/** Every call is read that any settings allow; whether today's do is judged where it is taken on. */
const WIDEST: ToolPorts['limits'] = {
  maxTasksPerCall: MOST_TASKS_PER_CALL,
  maxRunsPerTurn: MOST_TASKS_PER_CALL,
  foregroundTimeoutSeconds: MOST_WAIT_SECONDS,
  levelsBelow: 1,
}

const NO_CHOICES: DelegationChoices = { agents: [], models: [] }

const refuse = (): never => {
  throw new AppError('internal', 'A tool of the catalogue was run.')
}
const nowhere: NonNullable<ToolPorts['workspace']> = {
  files: { read: refuse, write: refuse, list: refuse, glob: refuse, grep: refuse },
  shell: { run: refuse },
}
const nobody: Delegator = { start: refuse, list: refuse, stop: refuse, wait: refuse }
