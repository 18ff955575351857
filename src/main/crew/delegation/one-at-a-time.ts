/** Does work of one key after the work before it: what it looks at stays true until it has acted. */
export function createOneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const done = before.then(work)
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return done
  }
}
