import type { DelegationChoices } from '../../shared/run-protocol.ts'
import type { Settings } from '../../shared/settings.ts'
import type { FolderTrust } from '../crew/conversation/folder-trust.ts'
import { createRoster, type RosterOf } from '../crew/delegation/roster.ts'
import { modelNames } from './models.ts'
import type { ToolShop } from './tool-shop.ts'

export type AgentParts = {
  /** Whose agents count in every folder. */
  readonly home: string
  readonly toolShop: ToolShop
  readonly trust: FolderTrust
  readonly settings: () => Settings
}

export type Agents = {
  readonly rosterOf: RosterOf
  /** What tasks may name that are handed on there. */
  readonly choicesIn: (folder: string | null) => Promise<DelegationChoices>
}

/** Who there is to hand tasks to. */
export function gatherAgents({ home, toolShop, trust, settings }: AgentParts): Agents {
  const rosterOf = createRoster({ home, toolNames: toolShop.names, acceptedIn: trust.acceptedIn })
  return {
    rosterOf,
    choicesIn: async (folder) => ({
      agents: (await rosterOf(folder)).usable.map(({ id, description }) => ({ id, description })),
      models: modelNames(settings()),
    }),
  }
}
