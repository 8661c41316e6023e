import { useEffect, useRef, useState } from 'react'

/** ms of rest before what is typed is searched for. */
const pause = 250

/** A text that is typed, and told on after a pause, or at once: when it is emptied, or with Enter. */
export function useTyped(told: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === told) setTyped(null)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => latest.current(typed), typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    text: typed ?? told,
    setText: setTyped,
    tellNow: () => typed !== null && tell(typed),
  }
}
