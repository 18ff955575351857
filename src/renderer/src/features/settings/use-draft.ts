import { useState } from 'react'

/** What is typed into a field and not kept yet; null: nothing. It holds until it is what is kept, so that nothing flickers. */
export function useDraft(kept: string): readonly [string | null, (draft: string | null) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  const isKept = draft !== null && draft.trim() === kept
  if (isKept) setDraft(null)
  return [isKept ? null : draft, setDraft]
}
