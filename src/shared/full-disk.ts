import { z } from 'zod'

/** Work that waits until there is room on the disk again. None of it is lost while the app runs. */
export const FullDisk = z.object({
  /** The folder where nothing can be written. */
  path: z.string(),
  /** Milliseconds since 1970. */
  since: z.int(),
})
export type FullDisk = z.infer<typeof FullDisk>
