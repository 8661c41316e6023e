import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The shortest time between two submissions, in ms. */
const submitIntervalMs = 120

/**
 * A text field whose first change is submitted at once, and further ones at most once per interval; at once too when it
 * is cleared, or by `submit`.
 */
export function useThrottledText(submitted: string, onSubmit: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === submitted) setTyped(null)
  const submitNow = useEffectEvent(onSubmit)
  const lastSubmit = useRef(-Infinity)
  useEffect(() => {
    if (typed === null) return undefined
    const wait = typed === '' ? 0 : lastSubmit.current + submitIntervalMs - performance.now()
    const timer = setTimeout(
      () => {
        lastSubmit.current = performance.now()
        submitNow(typed)
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [typed])
  return {
    text: typed ?? submitted,
    /** Whether what was typed last is still to be submitted. */
    isPending: typed !== null && typed !== submitted,
    setText: setTyped,
    submit: () => typed !== null && onSubmit(typed),
  }
}
