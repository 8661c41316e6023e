import { safeHttpHref } from '#src/lib/href.ts'
import { classicFrontEndLink } from './classic-front-end.ts'
import { readDeploymentSetting } from './setting.ts'

/**
 * Latchkey does not stand in front of the WebDAV server: it is that of the front end beside it, else what the
 * deployment names, else this origin (docs/deployment.md).
 */
export function webDavAddress(): string {
  return (
    classicFrontEndLink('/dav')?.href ??
    safeHttpHref(readDeploymentSetting('dav')) ??
    new URL('/dav', location.origin).href
  )
}
