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

/** Whether the window is too narrow for three panes beside each other; the style has the same figure. */
export const isNarrow = (): boolean => document.documentElement.clientWidth < 1_000

/** Whether the window is too narrow for two. */
export const isVeryNarrow = (): boolean => document.documentElement.clientWidth < 640
