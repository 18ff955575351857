import { useEffect, useRef, useState, type RefObject } from 'react'

/** How long the buttons of a question stay dead after it appears or moves: a click meant for something else must miss. */
export const DEAD_MS = 500

/** How often its place is looked at. */
const LOOK_MS = 50

const placeOf = (element: Element): string => {
  const { left, top, width } = element.getBoundingClientRect()
  return `${left} ${top} ${width}`
}

/** True once the element has stood still on screen for `DEAD_MS`. */
export function useSettled(element: RefObject<Element | null>): boolean {
  const [settled, setSettled] = useState(false)
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
        setSettled(false)
      } else if (performance.now() - stillSince >= DEAD_MS) {
        setSettled(true)
      }
    }, LOOK_MS)
    return () => clearInterval(look)
  }, [element])
  return settled
}
