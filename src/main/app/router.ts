import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { CALL_CHANNEL, type Reply } from '../../shared/bridge.ts'
import { calls, type CallName, type Handlers } from '../../shared/calls.ts'
import { AppError, toAppError } from '../../shared/errors.ts'
import type { Logger } from '../platform/logger.ts'

/** What the bridge sends; anything else has no name and hence calls nothing. */
const CallMessage = z
  .object({ name: z.unknown(), input: z.unknown() })
  .catch({ name: undefined, input: undefined })

/** The handlers of the window that sent this, or null: not one of ours. */
export type FindHandlers = (event: IpcMainInvokeEvent) => Handlers | null

/** The one door through which pages ask for anything. */
export function openRouter(ipc: IpcMain, find: FindHandlers, logger: Logger): Disposable {
  ipc.handle(CALL_CHANNEL, (event, message: unknown) => {
    const handlers = find(event)
    const { name, input } = CallMessage.parse(message)
    if (handlers !== null) return dispatchCall({ handlers, logger }, name, input)
    logger.warn('call.forbidden', { url: event.senderFrame?.url ?? null })
    return failed(new AppError('forbidden_sender', 'a call from a frame that is not ours'))
  })
  return { [Symbol.dispose]: () => ipc.removeHandler(CALL_CHANNEL) }
}

/**
 * Answers one call: looks the name up, checks what goes in and what comes out.
 *
 * Never rejects: a failure is a reply. A bug is logged with its cause and told as `internal`, nothing more.
 */
export async function dispatchCall(
  { handlers, logger }: { handlers: Handlers; logger: Logger },
  name: unknown,
  input: unknown,
): Promise<Reply<unknown>> {
  if (!isCallName(name)) return failed(new AppError('unknown_call', 'no such call'))
  try {
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) return failed(invalidInput(name, parsed.error))
    const handle = handlers[name] as (input: unknown) => unknown
    return { ok: true, value: calls[name].output.parse(await handle(parsed.data)) }
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') logger.error('call.failed', { call: name, error })
    else logger.info('call.refused', { call: name, code: error.code })
    return failed(error)
  }
}

/** Own keys only: `constructor` and its like are no calls. */
const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(calls, name)

const failed = (error: AppError): Reply<never> => ({ ok: false, error: error.toWire() })

function invalidInput(name: CallName, { issues }: z.ZodError): AppError {
  const issue = issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
  return new AppError('invalid_input', issue, { details: { call: name, issue } })
}
