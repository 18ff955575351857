import type { RunSpec } from '../../../../shared/run-protocol.ts'
import { createTools } from '../../../core/tools/create-tools.ts'
import type { Delegator } from '../../../core/tools/ports.ts'
import type { Tool } from '../../../core/tools/tool.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { MainLine } from '../main-line.ts'
import { openLocalFolder } from '../../deployments/local-folder.ts'
import { relayedDelegator } from './relayed-delegator.ts'

export type WorkerToolParts = {
  readonly spec: RunSpec
  readonly line: MainLine
  readonly clock: Clock
  readonly ids: Ids
  /** A command said something. */
  readonly onOutput: () => void
}

/** The tools that main has chosen for this run, over ports that ask main. */
export async function workerTools({ spec, line, clock, ids, onOutput }: WorkerToolParts): Promise<Tool[]> {
  const given = new Set<string>()
  const workspace =
    spec.folder === null
      ? null
      : await openLocalFolder({
          folder: spec.folder,
          mayRead: (path) => given.has(path),
          gate: {
            started: (groupId, startedAt) => line.ask('process.started', { groupId, startedAt }),
            ended: (groupId) => line.ask('process.ended', { groupId }),
          },
          onOutput,
          environment: process.env,
          clock,
          ids,
        })
  const tools = createTools({
    workspace,
    delegator: noting(relayedDelegator(line), given),
    limits: spec.limits,
    choices: spec.choices,
  })
  return tools.filter(({ name }) => spec.tools.includes(name))
}

/** Remembers the transcripts that this run was given: these private paths it may read. */
const noting = (delegator: Delegator, given: Set<string>): Delegator => ({
  ...delegator,
  async start(request) {
    const handle = await delegator.start(request)
    for (const { transcriptPath } of handle.runs) given.add(transcriptPath)
    return handle
  },
})
