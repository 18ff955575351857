import { useEffect, useState } from 'react'

/** The time in milliseconds since 1970, renewed every `everyMs`; null stands still. Only for what a person reads. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
