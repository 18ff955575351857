import { AppError } from '../../../shared/errors.ts'
import { runCalls, type RunCallName, type RunHandlers } from '../../../shared/run-protocol.ts'

/** The worker is not trusted: unknown names and wrong shapes are refused, whatever it says. */
export async function serveRequest(handlers: RunHandlers, name: string, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(runCalls, name)) throw new AppError('unknown_call', `There is no request ${name}.`)
  const known = name as RunCallName
  const parsed = runCalls[known].input.safeParse(input)
  if (!parsed.success) throw new AppError('invalid_input', `${name}: ${parsed.error.message}`)
  return (handlers[known] as (input: unknown) => unknown)(parsed.data)
}
