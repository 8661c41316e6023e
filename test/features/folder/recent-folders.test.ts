import { expect, it, vi } from 'vitest'
import {
  rememberRecentFolder,
  rememberShownOwnFolder,
} from '#src/features/folder/picker/recent-folders.ts'

it('Security: the folders of a user end with the session, also on a page that has loaded no code about them', async () => {
  rememberRecentFolder('svc://my/Work')
  rememberShownOwnFolder('svc://my/Work')
  expect(JSON.stringify(Object.entries(sessionStorage))).toContain('svc://my/Work')
  // Another page is opened in the tab.
  vi.resetModules()
  const { setSession } = await import('#src/api/current-session.ts')
  setSession({ status: 'active', userId: 'mei' })
  setSession({ status: 'out', userId: undefined })
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('svc://my/Work')
})
