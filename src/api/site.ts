import { SiteConfig } from '#src/contract/site.ts'
import { sendPublic } from './client.ts'

/** `GET /site/config/:section` (docs/protocol.md §9.2); needs no session. */
export const getSiteConfig = (
  section: 'basic' | 'login' | 'explorer' | 'thumb',
  signal?: AbortSignal,
): Promise<SiteConfig> =>
  sendPublic(SiteConfig, { method: 'GET', path: `/site/config/${section}`, signal })
