import { z } from 'zod'

/** The way out of a network that has no straight one: read once from the environment, then handed on as a value. */
export const Network = z.object({
  /** Proxy for `http:` and for `https:` addresses; empty: none. */
  httpProxy: z.string(),
  httpsProxy: z.string(),
  /** Hosts that are reached without a proxy, as `NO_PROXY` spells them. */
  noProxy: z.string(),
  /** Certificates, as PEM, of authorities that are trusted beside the usual ones; empty: none. */
  authorities: z.string(),
})
export type Network = z.infer<typeof Network>
