import type { Evidence } from '../../shared/delegation.ts'
import { SECOND, type Clock, type Millis } from '../platform/clock.ts'
import type { RunRow } from '../store/ledger/tables/runs.ts'
import { findGit, readGitFacts, type GitFacts } from '../store/workspace/git-facts.ts'
import { transcriptTail } from '../store/workspace/transcript-tail.ts'
import { recordsFolder } from './records-folder.ts'

/** Longest time that a repository is asked for what changed in it. Source: docs/adr/0013-guards-and-budgets.md. */
const GIT_MS: Millis = 5 * SECOND

export type EvidenceParts = { readonly clock: Clock; readonly dataFolder: string }

/** What can still be seen of a run that an app which went away left behind. Never fails; what is not there is left out. */
export const createEvidence =
  ({ clock, dataFolder }: EvidenceParts) =>
  async (run: RunRow): Promise<Evidence> => ({
    lastState: run.lastState ?? run.state,
    transcriptTail: await transcriptTail(recordsFolder(dataFolder, run), run.transcriptPath),
    git: run.folder === null ? null : await gitWithin(clock, run.folder),
  })

async function gitWithin(clock: Clock, folder: string): Promise<GitFacts | null> {
  const git = findGit(process.env['PATH'])
  if (git === null) return null
  const late = new AbortController()
  const timer = clock.setTimer(GIT_MS, () => late.abort())
  try {
    return await readGitFacts(git, folder, late.signal)
  } finally {
    timer[Symbol.dispose]()
  }
}
