import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

/** A text field whose changes are submitted after a delay; at once when it is cleared, or by `submit`. */
export function useDebouncedText(submitted: string, onSubmit: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === submitted) setTyped(null)
  const latest = useRef(onSubmit)
  useEffect(() => {
    latest.current = onSubmit
  })
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => latest.current(typed), typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    text: typed ?? submitted,
    setText: setTyped,
    submit: () => typed !== null && onSubmit(typed),
  }
}
