import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'

/** Within this distance of the end one counts as reading the end, in pixels. */
const NEAR_END = 40

/** Within this distance of the start the next older page is asked for, in pixels. */
const NEAR_START = 600

/** Height of an article before it was measured, in pixels. */
const GUESS = 96

/** A distance that nothing has. */
const NEVER_AT_END = -1

type Options = {
  readonly keys: readonly string[]
  /** What the rows belong to; another one starts at its end. */
  readonly subject: string | null
  readonly onNearStart: () => void
}

/**
 * What a reader opens must stay under the pointer, also at the end of the thread: while it unfolds the end is not
 * followed.
 */
function useHeldPlace() {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!held) return
    // Two frames: one in which it unfolds, one in which it is measured.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setHeld(false))))
    return () => cancelAnimationFrame(frame)
  }, [held])
  const hold = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[aria-expanded]') !== null) setHeld(true)
  }, [])
  return { held, hold }
}

/**
 * Draws only the rows near the screen. Follows the end while it is being read, keeps its place when older rows come in
 * front, and otherwise never moves by itself.
 */
export function useThreadScroll({ keys, subject, onNearStart }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const { held, hold } = useHeldPlace()
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: (index) => keys[index] ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: held ? NEVER_AT_END : NEAR_END,
    overscan: 6,
  })

  const isFilled = keys.length > 0
  useLayoutEffect(() => {
    if (isFilled) virtualizer.scrollToEnd()
  }, [virtualizer, subject, isFilled])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END)
    if (box.scrollTop < NEAR_START) onNearStart()
  }, [onNearStart])

  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer])
  return { scroller, virtualizer, atEnd, onScroll, onClickCapture: hold, toEnd }
}
