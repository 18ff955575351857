import {
  GENERAL_PURPOSE,
  NO_PROFILE,
  type AgentProfile,
  type AgentSource,
  type AgentView,
} from '../../../shared/agents.ts'
import { parseAgentFile } from '../../store/workspace/agent-file.ts'
import { readAgentFiles, type FoundAgent } from '../../store/workspace/agent-folders.ts'

export type RosterPorts = {
  /** Whose `.muster/subagents` and `.claude/agents` count everywhere. */
  readonly home: string
  readonly toolNames: readonly string[]
  /** The hash of each file that a person let speak to agents in this folder; empty when it is not trusted. */
  readonly acceptedIn: (folder: string) => Readonly<Record<string, string>>
}

/** The agents that a folder's tasks can be given to, as their files are right now. */
export type Roster = {
  /** In the order of their names; the general one first. */
  readonly usable: readonly AgentProfile[]
  /** All that were found, with what is in the way of those that cannot be used. */
  readonly all: readonly AgentView[]
}

/** Reads agents anew each time: who saves a file sees it in the next task. */
export type RosterOf = (folder: string | null) => Promise<Roster>

type Known = { readonly view: AgentView; readonly profile: AgentProfile | null }

export function createRoster({ home, toolNames, acceptedIn }: RosterPorts): RosterOf {
  const read = (found: FoundAgent, source: AgentSource, isAccepted: boolean): Known =>
    judge({ found, source, isAccepted, toolNames })

  return async (folder) => {
    const accepted = folder === null ? {} : acceptedIn(folder)
    const [inFolder, inHome] = await Promise.all([
      folder === null || folder === home ? [] : readAgentFiles(folder),
      readAgentFiles(home),
    ])
    const known = [
      ...inFolder.map((found) => read(found, 'folder', accepted[found.path] === found.sha256)),
      ...inHome.map((found) => read(found, 'home', true)),
      BUILT_IN,
    ]
    return asRoster(known)
  }
}

/** Of two with one name the first that can be used counts; the other is told as standing behind it. */
function asRoster(known: readonly Known[]): Roster {
  const usable = new Map<string, AgentProfile>()
  const all = known.map(({ view, profile }): AgentView => {
    if (profile === null) return view
    if (usable.has(profile.id)) return { ...view, problem: { code: 'shadowed', reason: '' } }
    usable.set(profile.id, profile)
    return view
  })
  return { usable: [...usable.values()].sort(byName), all: all.toSorted(byName) }
}

const byName = (one: { id: string }, other: { id: string }): number =>
  Number(other.id === GENERAL_PURPOSE) - Number(one.id === GENERAL_PURPOSE) || (one.id < other.id ? -1 : 1)

type Judged = {
  readonly found: FoundAgent
  readonly source: AgentSource
  readonly isAccepted: boolean
  readonly toolNames: readonly string[]
}

/** A file that nobody let speak is not even read for what it says of itself. */
function judge({ found, source, isAccepted, toolNames }: Judged): Known {
  const { id, path, text } = found
  const unusable = (
    code: 'untrusted' | 'too_large' | 'broken' | 'disabled',
    more: Partial<AgentView> = {},
    reason = '',
  ) => ({
    view: { id, description: '', source, path, ...more, problem: { code, reason } },
    profile: null,
  })
  if (!isAccepted) return unusable('untrusted')
  if (text === null) return unusable('too_large')
  const file = parseAgentFile(id, text, toolNames)
  if (!file.ok) return unusable('broken', {}, file.reason)
  const { description } = file.profile
  if (!file.enabled) return unusable('disabled', { description })
  return { view: { id, description, source, path, problem: null }, profile: file.profile }
}

const GENERAL: AgentProfile = {
  id: GENERAL_PURPOSE,
  description: 'Any task that needs no particular agent',
  tools: null,
  ...NO_PROFILE,
}
const BUILT_IN: Known = {
  view: { id: GENERAL.id, description: GENERAL.description, source: 'built_in', path: null, problem: null },
  profile: GENERAL,
}
