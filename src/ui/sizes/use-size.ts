import { type RefObject, useLayoutEffect, useState } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** The inner size of an element in whole px; undefined until it is measured, before the first paint. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = element
        return before?.width === width && before.height === height ? before : { width, height }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
