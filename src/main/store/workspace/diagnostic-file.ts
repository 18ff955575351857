import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'

/** Over what an earlier attempt left, never through a link. */
const REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW

export type DiagnosticOptions = {
  /** The folder whose `.muster` holds the transcript. */
  readonly base: string
  readonly delegationId: string
  readonly taskIndex: number
  readonly text: string
  readonly redact: (line: string) => string
}

/** Writes what is known of a run that never got anywhere beside its transcript. Answers with its path relative to `base`. */
export async function writeDiagnostic(options: DiagnosticOptions): Promise<string> {
  const { base, delegationId, taskIndex, text, redact } = options
  const folder = await makePrivateFolder(base, 'delegations', delegationId)
  const name = `task-${taskIndex + 1}.diagnostic.txt`
  const file = await open(join(folder, name), REPLACE, 0o600)
  try {
    await file.writeFile(text.split('\n').map(redact).join('\n'))
  } finally {
    await file.close()
  }
  return `.muster/delegations/${delegationId}/${name}`
}
