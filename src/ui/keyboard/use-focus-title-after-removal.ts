import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusTitle } from './focus.ts'

/** When the component goes while the focus is in this element, the focus goes to the title of the page. */
export function useFocusTitleAfterRemoval<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(focusTitle)
    }
  }, [])
  return ref
}
