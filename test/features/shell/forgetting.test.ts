import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { startDeletingOldRecords } from '#src/features/shell/delete-old-records.ts'
import { adoptAccountRecordsId } from '#src/platform/account-records-id.ts'
import {
  deleteAccountRecord,
  readAccountRecord,
  writeAccountRecord,
} from '#src/platform/account-records.ts'
import { lockJournal } from '#src/platform/journal-lock.ts'
import {
  readUnfinishedJournals,
  appendJournalStep,
  createJournal,
  deleteJournal,
} from '#src/platform/operation-journal.ts'
import { signInStorageKey } from '#src/platform/storage.ts'

const day = 86_400_000
const idKey = 'latchkey.records-id'

/** Makes this the tab with that id, as the one that a browser session began or a copy of it. */
const beTab = (id: string) => sessionStorage.setItem(idKey, JSON.stringify(id))
const signedIn = (userId: string) => setSession({ status: 'active', userId })

const openIds = new Set<string>()
/** Another tab, which claims the records of `id`. */
function openTab(id: string): () => void {
  const channel = new BroadcastChannel('latchkey.records')
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ask') channel.postMessage({ id })
  })
  openIds.add(id)
  return () => {
    openIds.delete(id)
    channel.close()
  }
}

/** Resolves once each tab has answered. */
async function askTabs(): Promise<unknown[]> {
  const asking = new BroadcastChannel('latchkey.records')
  const answers: unknown[] = []
  await new Promise<void>((resolve) => {
    asking.addEventListener('message', ({ data }) => {
      answers.push(data)
      if (answers.length > openIds.size) resolve()
    })
    asking.postMessage('ask')
  })
  asking.close()
  return answers
}

let stopForgetting = () => {}
/** A start of the page, until it has looked what is left of others. */
async function start(): Promise<void> {
  stopForgetting()
  stopForgetting = startDeletingOldRecords()
  // After the first time the others have answered the page too, after the second it has read that.
  await askTabs()
  await askTabs()
  await vi.advanceTimersByTimeAsync(2_000)
}

async function recordsOfTab(id: string, user = 'mei'): Promise<unknown> {
  const own = sessionStorage.getItem(idKey)
  beTab(id)
  const record = await readAccountRecord(user, 'a')
  if (own !== null) sessionStorage.setItem(idKey, own)
  return record
}
async function writeIn(id: string, user = 'mei'): Promise<void> {
  beTab(id)
  await writeAccountRecord(user, 'a', `${id} ${user}`)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(async () => {
  stopForgetting()
  for (const id of ['one', 'two', 'gone', 'kept'])
    for (const user of ['mei', 'lin']) {
      beTab(id)
      await deleteAccountRecord(user, 'a')
    }
  vi.useRealTimers()
  resetSession()
})

it('Security: a start deletes what no living tab claims, and leaves what this tab or another one does', async () => {
  for (const id of ['one', 'two', 'gone']) await writeIn(id)
  beTab('one')
  const close = openTab('two')
  signedIn('mei')
  await start()
  expect(await recordsOfTab('one')).toBe('one mei')
  expect(await recordsOfTab('two')).toBe('two mei')
  expect(await recordsOfTab('gone')).toBeUndefined()
  // The other tab is closed, and the browser with it: what is left was this one's.
  close()
  await start()
  expect(await recordsOfTab('one')).toBe('one mei')
  expect(await recordsOfTab('two')).toBeUndefined()
  sessionStorage.clear()
  await start()
  expect(await recordsOfTab('one')).toBeUndefined()
})

it('Security: a tab claims what it has written when another one asks', async () => {
  beTab('one')
  await start()
  expect(await askTabs()).toEqual([{ id: 'one' }])
})

it('Security: who signs in deletes at once what an account before has left, also that of a living tab', async () => {
  await writeIn('two', 'mei')
  await writeIn('one', 'mei')
  await writeIn('one', 'lin')
  signedIn('mei')
  const close = openTab('two')
  await start()
  expect(await recordsOfTab('one', 'lin')).toBeUndefined()
  expect(await recordsOfTab('one', 'mei')).toBe('one mei')
  await writeIn('one', 'lin')
  setSession({ status: 'out', userId: undefined })
  expect(await recordsOfTab('one', 'mei')).toBe('one mei')
  signedIn('lin')
  expect(await recordsOfTab('one', 'mei')).toBeUndefined()
  expect(await recordsOfTab('two', 'mei')).toBeUndefined()
  expect(await recordsOfTab('one', 'lin')).toBe('one lin')
  close()
})

it('Security: as long as somebody stays signed in the records outlive the tabs, and no longer', async () => {
  localStorage.setItem(signInStorageKey, '{}')
  await writeIn('kept')
  sessionStorage.clear()
  signedIn('mei')
  await start()
  expect(await readAccountRecord('mei', 'a')).toBe('kept mei')
  // Signed out: the tab still has them, the next browser session does not.
  localStorage.removeItem(signInStorageKey)
  await start()
  expect(await readAccountRecord('mei', 'a')).toBe('kept mei')
  sessionStorage.clear()
  await start()
  expect(await recordsOfTab('kept')).toBeUndefined()
})

it('a new tab shares the records of the one that it has its session from; one that has some keeps them', async () => {
  await writeIn('one')
  sessionStorage.clear()
  adoptAccountRecordsId('one')
  expect(await readAccountRecord('mei', 'a')).toBe('one mei')
  adoptAccountRecordsId('two')
  expect(await readAccountRecord('mei', 'a')).toBe('one mei')
})

it('Security: unfinished work of any account stays for seven days after its last step', async () => {
  await createJournal('mei', 'old', { is: 'old' }, [])
  vi.setSystemTime(Date.now() + 6 * day)
  await createJournal('mei', 'young', { is: 'young' }, ['step'])
  await appendJournalStep('young', 'step')
  signedIn('lin')
  await start()
  expect((await readUnfinishedJournals('mei')).map(({ id }) => id)).toEqual(['old', 'young'])
  vi.setSystemTime(Date.now() + 2 * day)
  await start()
  expect((await readUnfinishedJournals('mei')).map(({ id }) => id)).toEqual(['young'])
  expect((await lockJournal('young')) === undefined).toBe(false)
  await deleteJournal('young')
})

it('Security: deletions of links that were not sent stay for seven days, and the user who saw links last leaves no trace', async () => {
  const key = 'latchkey.unsent-deletions.mei'
  localStorage.setItem('latchkey.links-seen.mei', '5')
  // As an earlier version of the page stored them: their time counts from now.
  localStorage.setItem(key, '["id1"]')
  await start()
  expect(localStorage.getItem('latchkey.links-seen.mei')).toBeNull()
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
    at: Date.now() - 2_000,
    ids: ['id1'],
  })
  vi.setSystemTime(Date.now() + 6 * day)
  await start()
  expect(localStorage.getItem(key)).not.toBeNull()
  vi.setSystemTime(Date.now() + 2 * day)
  await start()
  expect(localStorage.getItem(key)).toBeNull()
})
