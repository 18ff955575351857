import type { ConversationView } from '../../shared/conversation.ts'
import type { ToolCall } from '../../shared/entry.ts'
import type { DelegationChoices } from '../../shared/run-protocol.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ToolBox } from '../core/agent/ports.ts'
import { createTools, type ToolPorts } from '../core/tools/create-tools.ts'
import type { Delegator, ProcessGate } from '../core/tools/ports.ts'
import { createToolBox } from '../core/tools/tool-box.ts'
import { folderlessCatalogue, toolCatalogue } from '../core/tools/tool-catalogue.ts'
import { SHOWN_RUNS } from '../crew/conversation/policy.ts'
import { openLocalFolder } from '../crew/deployments/local-folder.ts'
import type { ChildOptions } from '../platform/child.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Ledger } from '../store/ledger/open-ledger.ts'

export type ToolShopParts = {
  readonly ledger: Ledger
  readonly settings: () => Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly surroundings: Pick<ChildOptions, 'env'>
}

/** Makes the tools of main's own agents, and knows all tools by name. */
export function createToolShop({ ledger, settings, clock, ids, surroundings }: ToolShopParts): ToolShop {
  /** Those of a conversation. */
  const limits = (): ToolPorts['limits'] => ({
    ...settings().delegation,
    levelsBelow: settings().delegation.maxDepth,
  })
  const known = toolCatalogue()
  const catalogue = createToolBox(known)
  const inFolder = known.map(({ name }) => name)
  const withoutFolder = folderlessCatalogue().map(({ name }) => name)

  /** Commands of a conversation are written down before they run, like those of runs. */
  const gate: ProcessGate = {
    started: (pid, startedAt) => ledger.boot.addProcess({ pid, startedAt, kind: 'group', runId: null }),
    ended: (pid) => ledger.boot.removeProcess({ pid, kind: 'group' }),
  }
  const wasGiven = (id: ConversationId, path: string): boolean =>
    ledger.query.runs.ofConversation(id, SHOWN_RUNS).some(({ transcriptPath }) => transcriptPath === path)

  return {
    names: inFolder,
    namesIn: (folder) => (folder === null ? withoutFolder : inFolder),
    catalogue,
    targetOf(call) {
      const checked = catalogue.check(call)
      return checked.ok ? checked.target : ''
    },
    async toolsFor({ id, folder }, { delegator, choices }) {
      const workspace =
        folder === null
          ? null
          : await openLocalFolder({
              folder,
              gate,
              clock,
              ids,
              mayRead: (path) => wasGiven(id, path),
              environment: surroundings.env,
            })
      return createToolBox(createTools({ workspace, delegator, limits: limits(), choices }))
    },
  }
}

export type ToolShop = {
  /** All there are, in the order in which they are offered. */
  readonly names: readonly string[]
  /** Those that a conversation with this folder, or none, has. */
  namesIn(folder: string | null): readonly string[]
  /** Reads calls of any tool. Its tools are never run. */
  readonly catalogue: ToolBox
  /** The path, command or goal of a call in one line; empty when it cannot be read. */
  targetOf(call: ToolCall): string
  toolsFor(conversation: ConversationView, delegation: Delegating): Promise<ToolBox>
}

/** Whom a conversation hands work to, and what its tasks may name. */
export type Delegating = { readonly delegator: Delegator; readonly choices: DelegationChoices }
