import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance of the end one counts as reading the end, in pixels. */
const NEAR_END = 40

/** Within this distance of the start the next older page is asked for, in pixels. */
const NEAR_START = 600

/** Height of an article before it was measured, in pixels. */
const GUESS = 96

type Options = {
  readonly keys: readonly string[]
  /** What the rows belong to; another one starts at its end. */
  readonly subject: string | null
  readonly onNearStart: () => void
}

/**
 * Draws only the rows near the screen. Follows the end while it is being read, keeps its place when older rows come in
 * front, and otherwise never moves by itself.
 */
export function useThreadScroll({ keys, subject, onNearStart }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: (index) => keys[index] ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
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
  return { scroller, virtualizer, atEnd, onScroll, toEnd }
}
