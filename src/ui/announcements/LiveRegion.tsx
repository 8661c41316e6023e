import { useLayoutEffect, useRef } from 'react'
import { registerLiveRegion } from './announce.ts'

/** The element that `announce` writes to, without rendering: one for all pages and one in every modal dialog. */
export function LiveRegion() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (ref.current ? registerLiveRegion(ref.current) : undefined), [])
  return <div ref={ref} role="status" aria-live="polite" aria-atomic="true" className="sr-only" />
}
