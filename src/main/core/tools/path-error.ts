import type { ToolResult } from '../agent/ports.ts'
import type { PathProblem } from './ports.ts'
import { toolError } from './tool.ts'

const SAYS: Record<PathProblem, string> = {
  missing:
    'There is nothing at this path. Paths are relative to the workspace folder; list_files shows what is there.',
  not_a_file: 'This is not a file. For a folder use list_files.',
  not_a_folder: 'A file stands where this path needs a folder. For a file use read_file.',
  outside:
    'This path leads out of the workspace folder, and tools work only inside it. Use a path relative to the folder.',
  invalid:
    'This cannot be used as a path here. Use a plain path relative to the workspace folder, with / between parts.',
  private: 'This path is private to the app. Only a path that you were given in a result can be read there.',
  disguised:
    'This is a link to a file that a person has to approve by its own name. Use the path that it points to.',
  too_large:
    'This file is too large to read here. Read a part of it with shell, e.g. head, tail, sed -n or rg.',
  unreadable: 'The system does not let us open this path.',
}

/** Words a path's problem for the model: what happened, and what to try instead. */
export function pathError(path: string, problem: PathProblem, similar: readonly string[]): ToolResult {
  const offer =
    similar.length === 0 ? '' : ` Did you mean ${similar.map((name) => `"${name}"`).join(' or ')}?`
  return toolError(`${JSON.stringify(path)}: ${SAYS[problem]}${offer}`)
}
