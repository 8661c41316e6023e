import { useLayoutEffect, useRef } from 'react'
import { addRegion } from './announce.ts'

/**
 * Where `announce` speaks: once in the frame and once in every modal dialog. The words are written past React,
 * since a line of progress is no reason to render anything.
 */
export function LiveRegion() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (ref.current ? addRegion(ref.current) : undefined), [])
  return <div ref={ref} role="status" aria-live="polite" aria-atomic="true" className="sr-only" />
}
