import { z } from 'zod'
import { ErrorCode } from './errors.ts'

/** A model call that failed in passing is made again: why, and when (milliseconds since 1970). */
export const ModelPause = z.object({ code: ErrorCode, resumesAt: z.int() })
export type ModelPause = z.infer<typeof ModelPause>
