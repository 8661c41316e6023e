import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router-dom'
import { leave } from './leaving.ts'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this page's own, from the root, with query and fragment. */
  to: string
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link to a page of ours: a plain click goes there without loading anew, any other is the browser's. The router's own
 * brings three kilobytes that prepare pages of a server.
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        // To where one is already leads no step further in the history.
        leave(() => void navigate(to, { replace: to === pathname + search + hash }))
      }}
    >
      {children}
    </a>
  )
}
