import { z } from 'zod'

/** A file by which a folder tells agents what to do, or has programs started. */
export const FolderItem = z.object({
  /** From the folder. */
  path: z.string(),
  kind: z.enum(['instructs', 'executes']),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  /** Only what is `accepted` is ever used. `changed`: another content was accepted before. */
  state: z.enum(['new', 'changed', 'accepted']),
})
export type FolderItem = z.infer<typeof FolderItem>

/** What a folder brings, and what a person said about it. */
export const FolderInspection = z.object({
  folder: z.string(),
  answer: z.enum(['none', 'trusted', 'declined']),
  items: z.array(FolderItem),
  /** Files beyond those listed; they are never used. */
  more: z.int().nonnegative(),
  /** There is something that nobody has answered for. */
  asks: z.boolean(),
})
export type FolderInspection = z.infer<typeof FolderInspection>

/** An answer about exactly the items that were shown. */
export const FolderAnswer = z.object({
  folder: z.string(),
  trusted: z.boolean(),
  items: z.array(z.object({ path: z.string(), sha256: z.string() })).max(1_000),
})
export type FolderAnswer = z.infer<typeof FolderAnswer>
