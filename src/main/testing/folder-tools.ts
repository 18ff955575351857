import { rgPath } from '@vscode/ripgrep'
import type { ToolBox, ToolResult } from '../core/agent/ports.ts'
import { createTools } from '../core/tools/create-tools.ts'
import type { Delegator } from '../core/tools/ports.ts'
import { createToolBox } from '../core/tools/tool-box.ts'
import { createLocalFiles } from '../store/workspace/local-files.ts'
import { openWorkspacePaths } from '../store/workspace/workspace-paths.ts'
import { createCountedIds } from './counted-ids.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type FolderTools = {
  readonly root: string
  readonly box: ToolBox
  /** Runs one tool as the loop would, permission apart. */
  call(name: string, input: object): Promise<ToolResult>
}

const refuse = (): never => {
  throw new Error('Only file tools work here.')
}
const nobody: Delegator = { start: refuse, list: refuse, stop: refuse, wait: refuse }

/** The tools of one agent in a real folder with these files. */
export async function openFolderTools(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<FolderTools> {
  const root = temporaryFolder(files)
  const paths = await openWorkspacePaths(root, { mayRead: () => false })
  const workspace = {
    files: createLocalFiles({ paths, ripgrep: rgPath, ids: createCountedIds() }),
    shell: { run: refuse },
  }
  const choices = { agents: [], models: [] }
  const limits = { maxTasksPerCall: 10, maxRunsPerTurn: 50, foregroundTimeoutSeconds: 60, levelsBelow: 2 }
  const box = createToolBox(createTools({ workspace, delegator: nobody, limits, choices }))
  return {
    root,
    box,
    async call(name, input) {
      const checked = box.check({ id: 'call_1', name, arguments: JSON.stringify(input) })
      const context = { signal: new AbortController().signal, callId: 'call_1', answerId: null, callIndex: 0 }
      return checked.ok ? checked.run(context) : checked.result
    },
  }
}
