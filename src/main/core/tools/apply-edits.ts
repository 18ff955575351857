import { explainMiss } from './explain-miss.ts'

export type Edit = {
  /** Text that stands in the file, exactly. */
  readonly old: string
  readonly new: string
  /** Every place instead of the only one. */
  readonly replaceAll: boolean
}

export type Edited =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly complaint: string }

/** Line numbers that a complaint names. */
const NAMED_LINES = 10

/** Makes all edits one after the other, each on what the one before it left, or none of them. Pure. */
export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  let current = text
  for (const [index, edit] of edits.entries()) {
    const edited = applyEdit(current, likeFile(current, edit))
    if (!edited.ok) return { ok: false, complaint: `${nameOf(index, edits.length)}${edited.complaint}` }
    current = edited.text
  }
  return { ok: true, text: current }
}

const nameOf = (index: number, count: number): string =>
  count === 1 ? '' : `Edit ${index + 1} of ${count}: `

/** With the line ends that the file has. */
function likeFile(text: string, edit: Edit): Edit {
  if (text.includes('\r')) return edit
  return { ...edit, old: edit.old.replaceAll('\r\n', '\n'), new: edit.new.replaceAll('\r\n', '\n') }
}

function applyEdit(text: string, edit: Edit): Edited {
  if (edit.old === edit.new) return { ok: false, complaint: 'old and new are the same text.' }
  const places = placesOf(text, edit.old)
  const [only] = places
  if (only === undefined) return { ok: false, complaint: explainMiss(text, edit) }
  if (places.length > 1 && !edit.replaceAll) return { ok: false, complaint: ambiguous(text, places) }
  return { ok: true, text: replaceAt(text, places, edit) }
}

/** Where `old` begins, from left to right, without overlap. */
function placesOf(text: string, old: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) places.push(at)
  return places
}

function replaceAt(text: string, places: readonly number[], edit: Edit): string {
  let end = 0
  const parts = places.map((at) => {
    const before = text.slice(end, at)
    end = at + edit.old.length
    return before + edit.new
  })
  return parts.join('') + text.slice(end)
}

function ambiguous(text: string, places: readonly number[]): string {
  const lines = places.slice(0, NAMED_LINES).map((at) => text.slice(0, at).split('\n').length)
  const more = places.length > NAMED_LINES ? ' and others' : ''
  return (
    `old stands ${places.length} times in the file, at lines ${lines.join(', ')}${more}. ` +
    'Take in more of the lines around the one you mean, or set replaceAll.'
  )
}
