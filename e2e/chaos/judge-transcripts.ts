import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the ledger says of a run whose transcript is looked at. */
export type Recorded = { readonly id: string; readonly delegation_id: string; readonly state: string }

type Manifest = {
  readonly tasks: readonly { readonly runId: string; readonly state: string; readonly transcript: string }[]
}

/** Each run stands in its delegation's manifest as it does in the ledger, and its transcript begins with its name. */
export function judgeTranscripts(folder: string, runs: readonly Recorded[]): string[] {
  return runs.flatMap(({ id, delegation_id, state }) => {
    const place = join(folder, '.muster', 'delegations', delegation_id)
    const manifest = manifestIn(place)
    if (typeof manifest === 'string') return [`${id}: ${manifest}`]
    const task = manifest.tasks.find(({ runId }) => runId === id)
    if (task === undefined) return [`${id} does not stand in its manifest`]
    const transcript = join(place, task.transcript)
    return [
      ...(task.state === state ? [] : [`${id} is ${state}, and ${task.state} in its manifest`]),
      ...(existsSync(transcript) && readFileSync(transcript, 'utf8').startsWith(`# ${id} `)
        ? []
        : [`the transcript of ${id} cannot be read`]),
    ]
  })
}

/** A manifest, or why there is none. */
function manifestIn(place: string): Manifest | string {
  try {
    return JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8')) as Manifest
  } catch (thrown) {
    return `its manifest cannot be read: ${String(thrown)}`
  }
}
