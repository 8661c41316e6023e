import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { forgetsOnSignOut } from '#src/stores/resets.ts'

/** ms in which a page may be drawn in steps. */
const drawing = 2_000

/** Of the page that was here before, in whatever frame; undefined before the first, which the browser gives its focus. */
let last: string | undefined
forgetsOnSignOut(() => {
  last = undefined
})

/** What had the focus may have gone with the page before: the new one takes it. */
export function useFocusOnPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const before = last
    last = pathname
    if (before === undefined || before === pathname) return undefined
    const look = () => {
      if (document.activeElement !== document.body) return
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    look()
    const looking = setInterval(look, 100)
    const end = setTimeout(() => clearInterval(looking), drawing)
    return () => {
      clearInterval(looking)
      clearTimeout(end)
    }
  }, [pathname])
}
