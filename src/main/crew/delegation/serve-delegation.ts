import { AppError } from '../../../shared/errors.ts'
import type { RunHandlers } from '../../../shared/run-protocol.ts'
import type { Delegator } from '../../core/tools/ports.ts'
import type { RunRow } from '../../store/ledger/tables/runs.ts'
import type { OwnCalls } from './own-calls.ts'
import type { RunEnding } from './run-ending.ts'

type Handlers = Pick<
  RunHandlers,
  'delegation.start' | 'delegation.list' | 'delegation.stop' | 'delegation.wait'
>

export type ServedDelegation = {
  readonly run: RunRow
  readonly ending: RunEnding
  readonly calls: OwnCalls
  readonly delegator: Delegator
  /** Gives the run's place to others while it only waits. */
  readonly without: <T>(wait: () => Promise<T>) => Promise<T>
}

/** What a run may do with delegation: what the tools that it was given do, and no more. */
export function serveDelegation({ run, ending, calls, delegator, without }: ServedDelegation): Handlers {
  const need = (...tools: string[]): void => {
    if (!tools.some((tool) => run.tools.includes(tool)))
      throw new AppError('invalid_input', `This run has no tool ${tools.join(' or ')}.`)
  }
  return {
    async 'delegation.start'(request) {
      if (ending.isEnding) throw new AppError('stopped', 'Nothing was started: this run was stopped.')
      need('delegate')
      if (calls.at(request.answerId, request.callIndex)?.name !== 'delegate')
        throw new AppError('invalid_input', 'No open call of this run asks for that.')
      return delegator.start(request)
    },
    async 'delegation.list'({ state }) {
      need('delegations')
      return [...(await delegator.list(state))]
    },
    async 'delegation.stop'({ id }) {
      need('stop_delegation')
      return [...(await delegator.stop(id))]
    },
    async 'delegation.wait'({ ids, timeoutSeconds }) {
      need('delegate', 'wait_for_delegations')
      return without(() => delegator.wait(ids, timeoutSeconds, ending.over))
    },
  }
}
