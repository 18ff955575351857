import { z } from 'zod'
import type { Usage } from './usage.ts'

/** What calls cost, in millionths of a US dollar. Not `known`: the price of some of them is not, and they are not in it. */
export const Cost = z.object({ micros: z.int().nonnegative(), known: z.boolean() })
export type Cost = z.infer<typeof Cost>

export const NO_COST: Cost = { micros: 0, known: true }

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
