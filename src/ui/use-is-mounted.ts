import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is on the page, for what goes on after it has left. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
