import { useCallback, useEffect, useRef, type MouseEvent } from 'react'

/** Within this distance of the end one counts as reading the end, in pixels. */
const NEAR_END = 40

/** Keeps a short list scrolled to its end while it grows, unless the reader has scrolled up. */
export function usePinnedToEnd() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (box === null || inner === null) return
    const follow = () => {
      if (pinned.current) box.scrollTop = box.scrollHeight
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(inner)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (box !== null) pinned.current = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END
  }, [])

  /** What a reader opens must stay under the pointer. */
  const onClickCapture = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[aria-expanded]') !== null)
      pinned.current = false
  }, [])

  return { scroller, content, onScroll, onClickCapture }
}
