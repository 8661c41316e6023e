import { SiteConfig } from '#src/contract/site.ts'
import { sendUnauthenticated } from './client.ts'

/** `GET /site/config/:section` (docs/protocol.md §9.2); needs no session. */
export const getSiteConfig = (
  section: 'basic' | 'login' | 'explorer' | 'thumb',
  signal?: AbortSignal,
): Promise<SiteConfig> =>
  sendUnauthenticated(SiteConfig, { method: 'GET', path: `/site/config/${section}`, signal })
