import { expect, it, vi } from 'vitest'
import { setSession } from '#src/api/current-session.ts'
import {
  recentFolders,
  rememberRecentFolder,
  rememberShownOwnFolder,
} from '#src/features/folder/picker/recent-folders.ts'

const stored = () =>
  JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)])

/** The modules of another page, such as that of another tab. */
async function openPage(userId: string) {
  vi.resetModules()
  const { setSession: set } = await import('#src/api/current-session.ts')
  set({ status: 'active', userId })
  return { setSession: set, ...(await import('#src/features/folder/picker/recent-folders.ts')) }
}

it('Security: the folders of a user end with the session, also on a page that has loaded no code about them', async () => {
  setSession({ status: 'active', userId: 'mei' })
  rememberRecentFolder('svc://my/Work')
  rememberShownOwnFolder('svc://my/Work')
  expect(stored()).toContain('svc://my/Work')
  // Another page is opened in the tab.
  vi.resetModules()
  const another = await import('#src/api/current-session.ts')
  another.setSession({ status: 'active', userId: 'mei' })
  another.setSession({ status: 'out', userId: undefined })
  expect(stored()).not.toContain('svc://my/Work')
})

it('Security: the folders of who does not stay signed in are not left in the browser', () => {
  setSession({ status: 'active', userId: 'mei' })
  rememberRecentFolder('svc://my/Work')
  expect(recentFolders()).toEqual(['svc://my/Work'])
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Work')
})

it('F2 the folders chosen last are those of the user who stays signed in in this browser', async () => {
  localStorage.setItem('latchkey.session', '{}')
  setSession({ status: 'active', userId: 'mei' })
  rememberRecentFolder('svc://my/Work')
  const other = await openPage('mei')
  sessionStorage.clear()
  other.rememberRecentFolder('svc://my/Photos')
  expect(recentFolders()).toEqual(['svc://my/Photos', 'svc://my/Work'])

  const colleague = await openPage('lin')
  expect(colleague.recentFolders()).toEqual([])
  colleague.rememberRecentFolder('svc://my/Drafts')
  colleague.setSession({ status: 'out', userId: undefined })
  expect(stored()).not.toContain('Drafts')
  expect(recentFolders()).toHaveLength(2)
})

it('F2 the five folders that were chosen last are kept, each once', () => {
  setSession({ status: 'active', userId: 'mei' })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberRecentFolder(`svc://my/${name}`)
  expect(recentFolders().map((uri) => uri.at(-1))).toEqual(['b', 'f', 'e', 'd', 'c'])
})
