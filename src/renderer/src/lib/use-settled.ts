import { useEffect, useRef, useState, type RefObject } from 'react'

/** How long the buttons of a question stay dead after it appears or moves: a click meant for something else must miss. */
export const DEAD_MS = 500

/** How often its place is looked at. */
const LOOK_MS = 50

const placeOf = (element: Element): string => {
  const { left, top, width } = element.getBoundingClientRect()
  return `${left} ${top} ${width}`
}

/**
 * True once the element has stood still on screen for `DEAD_MS`.
 * @param subject what is asked; another one counts like a move
 */
export function useSettled(element: RefObject<Element | null>, subject: unknown = null): boolean {
  const [settled, setSettled] = useState<{ readonly subject: unknown } | null>(null)
  const place = useRef('')
  useEffect(() => {
    let stillSince = performance.now()
    const look = setInterval(() => {
      const current = element.current
      if (current === null) return
      const now = placeOf(current)
      if (now !== place.current) {
        place.current = now
        stillSince = performance.now()
        setSettled(null)
      } else if (performance.now() - stillSince >= DEAD_MS) {
        setSettled((before) => (before?.subject === subject ? before : { subject }))
      }
    }, LOOK_MS)
    return () => clearInterval(look)
  }, [element, subject])
  return settled !== null && settled.subject === subject
}
