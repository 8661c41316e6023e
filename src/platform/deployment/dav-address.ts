import { safeHref } from '#src/lib/href.ts'
import { classicLink } from './classic-front-end.ts'

/**
 * Address of the WebDAV server, which Latchkey does not stand in front of: that of the front end beside it, else what
 * the deployment names, else this origin (docs/deployment.md).
 */
export function davAddress(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey:dav"]')
  return (
    classicLink('/dav')?.href ?? safeHref(meta?.content) ?? new URL('/dav', location.origin).href
  )
}
