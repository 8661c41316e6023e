import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Two submissions are at least so many ms apart. */
const submitIntervalMs = 120

/**
 * The first change of the text field is submitted at once, and further ones at most once per interval; at once too when
 * it is cleared, or by `submit`.
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
    /** The text that was typed last is still to be submitted while it is true. */
    isPending: typed !== null && typed !== submitted,
    setText: setTyped,
    submit: () => typed !== null && onSubmit(typed),
  }
}
