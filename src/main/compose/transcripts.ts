import type { Transcripts } from '../crew/delegation/transcripts.ts'

export type TranscriptParts = {}
export const createTranscripts = (_: object): Transcripts => ({
  open: () => undefined,
  entry: () => undefined,
  end: () => undefined,
})
