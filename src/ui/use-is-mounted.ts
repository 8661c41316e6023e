import { type RefObject, useEffect, useRef } from 'react'

/** It is for what goes on after the component has left the page. */
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
