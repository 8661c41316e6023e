import { useLayoutEffect, useRef } from 'react'
import { registerLiveRegion } from './announce.ts'

/** `announce` writes to this element, without rendering: there is one in the frame and one in every modal dialog. */
export function LiveRegion() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (ref.current ? registerLiveRegion(ref.current) : undefined), [])
  return <div ref={ref} role="status" aria-live="polite" aria-atomic="true" className="sr-only" />
}
