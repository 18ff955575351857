import { stat } from 'node:fs/promises'
import type { CommandProblem, WindowCommand } from './parse-command.ts'

/** Why a window cannot be opened for this command, in words of the catalogue; null when nothing stands in the way. */
export async function windowObstacle(
  { folder }: WindowCommand,
  { platform, env }: { readonly platform: NodeJS.Platform; readonly env: NodeJS.ProcessEnv },
): Promise<CommandProblem | null> {
  if (folder !== null && !(await isFolder(folder))) return { key: 'noFolder', values: { command: folder } }
  const hasDisplay = platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  return hasDisplay ? null : { key: 'noDisplay', values: {} }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
