/** Waits for main's answer, but not past the stop of the run: then `instead` is the answer. */
export async function orWhenStopped<T>(answer: Promise<T>, signal: AbortSignal, instead: T): Promise<T> {
  if (signal.aborted) return instead
  const listening = new AbortController()
  const stopped = new Promise<T>((resolve) => {
    signal.addEventListener('abort', () => resolve(instead), { once: true, signal: listening.signal })
  })
  try {
    return await Promise.race([answer, stopped])
  } finally {
    listening.abort()
  }
}
