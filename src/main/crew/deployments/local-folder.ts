import { rgPath } from '@vscode/ripgrep'
import type { ProcessGate, Shell, WorkspaceFiles } from '../../core/tools/ports.ts'
import { shellEnvironment } from '../../outside/shell/environment.ts'
import { createLocalShell } from '../../outside/shell/local-shell.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createLocalFiles } from '../../store/workspace/local-files.ts'
import { openWorkspacePaths } from '../../store/workspace/workspace-paths.ts'

export type LocalFolderOptions = {
  readonly folder: string
  /** Private paths that this agent was given. */
  readonly mayRead: (path: string) => boolean
  /** Learns of every process group before it runs. */
  readonly gate: ProcessGate
  /** Called with whatever a command says. */
  readonly onOutput?: () => void
  /** What commands may see of it is chosen by an allow list. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly ids: Ids
}

/** In a package, programs lie beside the archive: nothing can be started inside it. */
const RIPGREP = rgPath.replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked')

/** A folder of this machine as an agent works in it, in main as in a worker. */
export async function openLocalFolder(
  options: LocalFolderOptions,
): Promise<{ files: WorkspaceFiles; shell: Shell }> {
  const { folder, mayRead, gate, clock, ids } = options
  const paths = await openWorkspacePaths(folder, { mayRead })
  return {
    files: createLocalFiles({ paths, ripgrep: RIPGREP, ids }),
    shell: createLocalShell({
      clock,
      gate,
      ...(options.onOutput ? { onOutput: options.onOutput } : {}),
      environment: shellEnvironment(options.environment),
      folderOf: (path) => paths.folder(path),
    }),
  }
}
