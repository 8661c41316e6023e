import { type RefCallback, useRef } from 'react'

/** The elements of a list by key: `refTo(key)` is the ref of one of them. */
export function useElementRefs<T extends HTMLElement>(): {
  elements: ReadonlyMap<string, T>
  refTo: (key: string) => RefCallback<T>
} {
  const elements = useRef(new Map<string, T>())
  return {
    // oxlint-disable-next-line react/refs -- read by event handlers only
    elements: elements.current,
    refTo: (key) => (element) => {
      if (!element) return undefined
      elements.current.set(key, element)
      return () => void elements.current.delete(key)
    },
  }
}
