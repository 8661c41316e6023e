import { safeHttpHref } from '#src/lib/href.ts'
import { readDeploymentSetting } from './setting.ts'

/* The front end of the real server, beside which Latchkey stands (docs/deployment.md). */

/** Its origin as the deployment names it; undefined where it names none. */
function classicOrigin(): string | undefined {
  const href = safeHttpHref(readDeploymentSetting('classic'))
  return href && new URL(href).origin
}

/** The URL of a path with its query in that front end, and the host to name in the link; undefined without one. */
export function classicFrontEndLink(
  pathname: string,
  search = '',
): { readonly href: string; readonly host: string } | undefined {
  const origin = classicOrigin()
  if (origin === undefined) return undefined
  const url = new URL(origin)
  url.pathname = pathname
  url.search = search
  return { href: url.href, host: url.host }
}
