/** Things to end, in reverse order of their start. Few lines of our own: the oldest runtime lacks `DisposableStack`. */
export class Disposables implements AsyncDisposable {
  readonly #ends: (() => void | PromiseLike<void>)[] = []

  /** Registers a thing the moment it is made, and hands it back. */
  use<T extends Disposable | AsyncDisposable>(thing: T): T {
    this.#ends.push(() =>
      Symbol.asyncDispose in thing ? thing[Symbol.asyncDispose]() : thing[Symbol.dispose](),
    )
    return thing
  }

  defer(end: () => void | PromiseLike<void>): void {
    this.#ends.push(end)
  }

  /** Ends everything even if one end fails; then throws the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = []
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
      try {
        await end()
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** Calls `end` once, however often it is disposed. */
export function disposable(end: () => void): Disposable {
  let ended = false
  return {
    [Symbol.dispose]: () => {
      if (ended) return
      ended = true
      end()
    },
  }
}
