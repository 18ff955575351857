import type { ApprovalId } from '../../../shared/ids.ts'

const FOCUSABLE = 'textarea, input, button, a[href], [tabindex="0"]'

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/** Moves the focus to the next pane that is on screen, or the one before. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isShown)
  const current = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes.at((current + step + panes.length) % panes.length)
  const marked = next?.querySelector<HTMLElement>('[data-pane-start]')
  const first = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(isShown)
  ;(marked ?? first ?? next)?.focus()
}

/** Frames that a question may take to be drawn. */
const PATIENCE_FRAMES = 30

/** Brings a question into view and gives it the focus, as soon as it is drawn. */
export function focusQuestion(id: ApprovalId, frames = PATIENCE_FRAMES): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-approval]')]
  const card = cards.find((each) => each.dataset['approval'] === id)
  if (card !== undefined) {
    card.focus()
    card.scrollIntoView({ block: 'nearest' })
    return
  }
  // Questions stand at the end of the thread, which may be scrolled away.
  const thread = document.querySelector('[data-thread]')
  if (thread !== null) thread.scrollTop = thread.scrollHeight
  if (frames > 0) requestAnimationFrame(() => focusQuestion(id, frames - 1))
}

/** Whether the window is too narrow for three panes beside each other; the style has the same figure. */
export const isNarrow = (): boolean => document.documentElement.clientWidth < 1_000

/** Whether the window is too narrow for two. */
export const isVeryNarrow = (): boolean => document.documentElement.clientWidth < 640
