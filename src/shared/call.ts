import type { z } from 'zod'

/** One request that somebody may make across a process boundary: what goes in, what comes out. */
export type Call<I extends z.ZodType, O extends z.ZodType> = { readonly input: I; readonly output: O }

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  input,
  output,
})

export type Calls = Readonly<Record<string, Call<z.ZodType, z.ZodType>>>

/** What the caller writes, before defaults are filled in. */
export type InputOf<T extends Calls, N extends keyof T> = z.input<T[N]['input']>
/** What the handler reads. */
export type ParsedOf<T extends Calls, N extends keyof T> = z.output<T[N]['input']>
export type OutputOf<T extends Calls, N extends keyof T> = z.output<T[N]['output']>

/** A missing handler, a wrong input or a wrong output is a compile error. */
export type HandlersOf<T extends Calls> = {
  readonly [N in keyof T]: (input: ParsedOf<T, N>) => OutputOf<T, N> | Promise<OutputOf<T, N>>
}
