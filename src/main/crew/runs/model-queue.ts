/** Requests of ours that are under way, by endpoint and in the order in which they were made. Memory: a hint for people. */
export type ModelQueue = {
  /** Somebody asks at an endpoint now; whoever asks again goes to the end. */
  asks(who: object, baseUrl: string): void
  /** Bytes of the answer came: it waits no more. */
  served(who: object): void
  /** Nothing of it is under way any more. */
  left(who: object): void
  /**
   * The place of a request that waits for its first byte behind earlier ones at its endpoint, itself counted: 2 and more.
   * Null for one that is served, or that nobody is before: what it waits for is its own answer.
   */
  placeOf(who: object): number | null
}

type Request = { readonly baseUrl: string; isServed: boolean }

export function createModelQueue(): ModelQueue {
  /** In the order of their insertion. */
  const requests = new Map<object, Request>()
  return {
    asks(who, baseUrl) {
      requests.delete(who)
      requests.set(who, { baseUrl, isServed: false })
    },
    served(who) {
      const request = requests.get(who)
      if (request) request.isServed = true
    },
    left: (who) => void requests.delete(who),
    placeOf(who) {
      const own = requests.get(who)
      if (!own || own.isServed) return null
      const line = [...requests].filter(([, { baseUrl }]) => baseUrl === own.baseUrl)
      const place = line.findIndex(([other]) => other === who) + 1
      return place > 1 ? place : null
    },
  }
}
