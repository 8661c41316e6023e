import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobItem } from '#src/jobs/store/job.ts'

/** Another page of this browser: its modules are its own, what is stored is not. */
async function openPage() {
  vi.resetModules()
  return {
    ...(await import('#src/platform/operation-journal.ts')),
    ...(await import('#src/platform/journal-lock.ts')),
    ...(await import('#src/jobs/journal/job-journal.ts')),
  }
}

const items = (...names: string[]): JobItem[] =>
  names.map((name) => ({ id: name, uri: `svc://${name}@share`, name }))
const stepsOf = (...names: string[]) => [{ items: items(...names) }]
const header = { name: 'deleteLinks' }
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('latchkey.journals.'))

beforeEach(() => indexedDB.deleteDatabase('latchkey'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('S7 what the database does not have yet when the page is closed', () => {
  it('is known to the next page, once, also when the database has got the beginning of it', async () => {
    const page = await openPage()
    await page.createJournal('mei', 'one', header, stepsOf('a'))
    page.writeJournalToLocalStorage('one', 'mei', header, [...stepsOf('a'), ...stepsOf('b')])
    page.writeJournalToLocalStorage('two', 'mei', header, stepsOf('c'))
    for (let starts = 0; starts < 2; starts++) {
      const next = await openPage()
      const found = await next.readUnfinishedJournals('mei')
      expect(found.map(({ id, steps }) => ({ id, steps }))).toEqual([
        { id: 'one', steps: [...stepsOf('a'), ...stepsOf('b')] },
        { id: 'two', steps: stepsOf('c') },
      ])
      expect(kept()).toEqual([])
    }
  })

  it('stays for every later page where there is no database, until somebody has decided about it', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const page = await openPage()
    page.writeJournalToLocalStorage('one', 'mei', header, stepsOf('a'))
    await openPage().then((next) => next.readUnfinishedJournals('mei'))
    const later = await openPage()
    expect(await later.readUnfinishedJournals('mei')).toMatchObject([
      { id: 'one', steps: stepsOf('a') },
    ])
    await later.deleteJournal('one')
    expect(kept()).toEqual([])
    expect(await (await openPage()).readUnfinishedJournals('mei')).toEqual([])
  })

  it('is written by a job whose journal is not there yet', async () => {
    const page = await openPage()
    const whole = { ...header, version: 1, startedAt: 0, input: {}, survivesSignOut: true }
    const operation = { kind: 'deleteLinks', name: 'a', count: 1 } as const
    const journal = page.JobJournal.begin('mei', { ...whole, operation }, items('a'))
    journal.keep()
    const [key = ''] = kept()
    const stored = JSON.parse(localStorage.getItem(key) ?? '') as object
    expect(stored).toMatchObject({ user: 'mei', steps: stepsOf('a') })
    await journal.written
    // The page goes on with its own.
    expect(kept()).toEqual([key])
    expect(await page.readUnfinishedJournals('mei')).toMatchObject([
      { id: journal.id, steps: stepsOf('a') },
    ])
    localStorage.removeItem(key)
    journal.keep()
    expect(kept()).toEqual([])
  })
})

describe('Security: what stays of a job', () => {
  it('a sign-out deletes all journals but those that the next session is to offer', async () => {
    const page = await openPage()
    await page.createJournal('mei', 'move', {}, [])
    await page.createJournal('mei', 'promised', { survivesSignOut: true }, [])
    await page.createJournal('mei', 'ended', { survivesSignOut: true }, [])
    await page.endJournal('ended')
    await page.deleteJournalsOfUser('mei')
    expect((await page.readUnfinishedJournals('mei')).map(({ id }) => id)).toEqual(['promised'])
    const db = await openDB('latchkey', 1)
    expect(await db.getAllKeys('heads')).toEqual(['promised'])
    db.close()
  })

  it('no password goes into a journal, in whatever part of it a job has one', async () => {
    const page = await openPage()
    const secret = 'sesame77'
    const withPassword = items('a').map((item) => ({ ...item, row: { id: 'a', password: secret } }))
    const operation = { kind: 'editLinks', name: 'a', count: 1 } as const
    const input = { access: { password: secret } }
    const journal = page.JobJournal.begin(
      'mei',
      { name: 'editLinks', version: 1, startedAt: 0, operation, input },
      withPassword,
      [{ changed: { password: secret } }],
    )
    journal.keep()
    await journal.written
    await journal.writeEffect({ changed: [{ password: secret }] })
    const stored = [await page.readUnfinishedJournals('mei'), Object.entries(localStorage)]
    expect(JSON.stringify(stored)).toContain('"password":null')
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('of jobs that have ended the journals of the last twenty stay, with those of what continued them', async () => {
    const page = await openPage()
    vi.useFakeTimers({ toFake: ['Date'] })
    const end = async (id: string, root?: string, user = 'mei') => {
      await page.createJournal(user, id, { root }, stepsOf('a'))
      vi.setSystemTime(Date.now() + 1_000)
      await page.endJournal(id)
    }
    await page.createJournal('mei', 'unfinished', {}, [])
    await end('of somebody else', undefined, 'lin')
    await end('job 1')
    await end('job 2')
    for (let at = 3; at <= 21; at++) await end(`job ${at}`)
    // The second is one of the newest again, since something has continued it.
    await end('rest of 2', 'job 2')
    await end('job 22')
    const db = await openDB('latchkey', 1)
    const numbers = [2, ...Array.from({ length: 19 }, (_, at) => at + 4)]
    const expected = [
      'unfinished',
      'of somebody else',
      'rest of 2',
      ...numbers.map((n) => `job ${n}`),
    ]
    expect(await db.getAllKeys('heads')).toEqual(expected.sort())
    expect(await db.count('steps')).toBe(22)
    db.close()
  })
})

describe('T3 without Web Locks, on plain http', () => {
  it('one page at a time works on a journal, as long as it lives', async () => {
    const page = await openPage()
    const other = await openPage()
    vi.useFakeTimers()
    const release = await page.lockJournal('one')
    expect(release).toBeDefined()
    expect(await other.isJournalLocked('one')).toBe(true)
    vi.advanceTimersByTime(60 * 60_000)
    expect(await other.lockJournal('one')).toBeUndefined()
    release?.()
    expect(await other.isJournalLocked('one')).toBe(false)
    expect(await other.lockJournal('one')).toBeDefined()
    expect(await page.lockJournal('one')).toBeUndefined()
  })

  it('the journal of a page that was closed is free at once, and that of one that has died after a while', async () => {
    const page = await openPage()
    const other = await openPage()
    vi.useFakeTimers()
    await page.lockJournal('two')
    window.dispatchEvent(new Event('pagehide'))
    expect(await other.isJournalLocked('two')).toBe(false)
    // It comes back from the back/forward cache.
    window.dispatchEvent(new Event('pageshow'))
    expect(await other.isJournalLocked('two')).toBe(true)
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 3 * 60_000)
    expect(await other.lockJournal('two')).toBeDefined()
  })
})
