import type { DelegationChoices } from '../../../shared/run-protocol.ts'
import { delegateTool, type DelegationLimits } from './delegate.ts'
import { delegationsTool } from './delegations.ts'
import { editFileTool } from './edit-file.ts'
import { globFilesTool } from './glob-files.ts'
import { grepFilesTool } from './grep-files.ts'
import { listFilesTool } from './list-files.ts'
import type { Delegator, Shell, WorkspaceFiles } from './ports.ts'
import { readFileTool } from './read-file.ts'
import { createReadMemory } from './read-memory.ts'
import { shellTool } from './shell.ts'
import { stopDelegationTool } from './stop-delegation.ts'
import type { Tool } from './tool.ts'
import { waitForDelegationsTool } from './wait-for-delegations.ts'
import { writeFileTool } from './write-file.ts'

export type ToolPorts = {
  /** Null: no folder, hence no tool that needs one. */
  readonly workspace: { readonly files: WorkspaceFiles; readonly shell: Shell } | null
  readonly delegator: Delegator
  readonly limits: DelegationLimits
  /** What a task may name. */
  readonly choices: DelegationChoices
}

/** Every tool that these ports can serve, in the order in which models are offered them. */
export function createTools({ workspace, delegator, limits, choices }: ToolPorts): Tool[] {
  const memory = createReadMemory()
  const inFolder = workspace
    ? [
        readFileTool(workspace.files, memory),
        listFilesTool(workspace.files),
        globFilesTool(workspace.files),
        grepFilesTool(workspace.files),
        writeFileTool(workspace.files, memory),
        editFileTool(workspace.files, memory),
        shellTool(workspace.shell),
      ]
    : []
  return [
    ...inFolder,
    delegateTool(delegator, limits, choices),
    delegationsTool(delegator),
    stopDelegationTool(delegator),
    waitForDelegationsTool(delegator, limits),
  ]
}
