import { z } from 'zod'
import type { Usage } from './usage.ts'

/**
 * What calls cost, in millionths of a US dollar. Not `known`: of some of them the price is not, and they are not in it, or
 * what they took was not reported. `estimated`: that was so of some, and tokens and price are our own count.
 */
export const Cost = z.object({
  micros: z.int().nonnegative(),
  known: z.boolean(),
  /** Absent from what was written before anything was estimated. */
  estimated: z.boolean().default(false),
})
export type Cost = z.infer<typeof Cost>

export const NO_COST: Cost = { micros: 0, known: true, estimated: false }

/** US dollars for a million tokens. `cached`: of the input, what the endpoint had kept. */
export const Price = z.strictObject({
  input: z.number().nonnegative(),
  cached: z.number().nonnegative(),
  output: z.number().nonnegative(),
})
export type Price = z.infer<typeof Price>

/** Dollars for a million tokens are millionths of a dollar for one. Rounded up, so that nothing is free by rounding. */
export const costOf = (price: Price, { input, cached, output }: Usage): number =>
  Math.ceil(Math.max(0, input - cached) * price.input + cached * price.cached + output * price.output)

/** A model at an endpoint. */
export type Asked = { readonly baseUrl: string; readonly model: string }

/** What a model costs there now; null: nobody knows. */
export type PriceOf = (asked: Asked) => Price | null
