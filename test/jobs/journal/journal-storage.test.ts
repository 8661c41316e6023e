import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { JobItem } from '#src/jobs/store/job.ts'

/** Another page of this browser: its modules are its own, what is stored is not. */
async function openPage() {
  vi.resetModules()
  return {
    ...(await import('#src/platform/operation-journal.ts')),
    ...(await import('#src/platform/left-journals.ts')),
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

describe('T3 a journal that the browser does not take', () => {
  const operation = { kind: 'move', name: 'a', count: 1 } as const
  const whole = { name: 'move', version: 1, startedAt: 0, input: {}, operation }
  const steps = async () => {
    const db = await openDB('latchkey', 1)
    const found = await db.count('steps')
    db.close()
    return found
  }

  it('is deleted when a step is missing, since what it says is not so any more', async () => {
    const page = await openPage()
    const journal = page.JobJournal.begin('mei', whole, items('a', 'b'))
    await journal.written
    expect(journal.isLasting).toBe(true)
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await journal.writeEffect({ stagingFolderIds: ['x'] })
    add.mockRestore()
    expect(journal.isLasting).toBe(false)
    await journal.write([0], { state: 'done' })
    await vi.waitFor(async () => expect(await page.readUnfinishedJournals('mei')).toEqual([]))
    expect(await steps()).toBe(0)
  })

  it('has no steps that would stay for ever when it could not be created', async () => {
    const page = await openPage()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    })
    const journal = page.JobJournal.begin('mei', whole, items('a'))
    await journal.written
    put.mockRestore()
    expect(journal.isLasting).toBe(false)
    await journal.write([0], { state: 'done' })
    await page.appendJournalStep(journal.id, 'late')
    expect(await steps()).toBe(0)
  })

  it('is waited for once when the database hangs', async () => {
    const page = await openPage()
    const journal = page.JobJournal.begin('mei', whole, items('a', 'b', 'c'))
    await journal.written
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const add = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      return { objectStore: () => ({}), done: new Promise(() => {}) } as unknown as IDBTransaction
    })
    const begun = performance.now()
    const written = (async () => {
      for (const index of [0, 1, 2]) await journal.write([index], { state: 'done' })
    })()
    await vi.runAllTimersAsync()
    await written
    add.mockRestore()
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

describe('T3 an interrupted job whose journal cannot be read', () => {
  it('stays on offer, and nothing is done', async () => {
    await openPage()
    const journals = await import('#src/platform/operation-journal.ts')
    const { setSession } = await import('#src/api/current-session.ts')
    const { useInterruptedJobs } = await import('#src/jobs/journal/interrupted-jobs.ts')
    const { findInterruptedJobs } = await import('#src/features/shell/interrupted/resume-jobs.ts')
    setSession({ status: 'active', userId: 'mei' })
    const operation = { kind: 'move', name: 'a', count: 1 } as const
    const header = { name: 'move', version: 3, startedAt: 0, input: { folder: 'svc://my' } }
    await journals.createJournal('mei', 'one', { ...header, operation }, stepsOf('a'))
    await findInterruptedJobs(new QueryClient())
    const jobs = () => renderHook(useInterruptedJobs).result.current
    const ids = () => jobs().map(({ id }) => id)
    expect(ids()).toEqual(['one'])
    const [job] = jobs()
    for (const decide of [job?.resume, job?.discard]) {
      const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
        throw new DOMException('closed', 'InvalidStateError')
      })
      await decide?.()
      read.mockRestore()
      expect(ids()).toEqual(['one'])
    }
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
    // A shortcut may have the password in the address that it leads to.
    const shortcut = { uri: `svc://link:${secret}@share/a.txt` }
    const withPassword = items('a').map((item) => ({
      ...item,
      shortcut,
      row: { id: 'a', password: secret },
    }))
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
    // A service may quote the address that it was sent.
    const message = `cannot open cloudreve://link:${secret}@share/a.txt`
    const error = new ApiError({ code: ErrorCode.unclassified, message })
    await journal.write([0], { state: 'failed', error })
    const stored = [await page.readUnfinishedJournals('mei'), Object.entries(localStorage)]
    expect(JSON.stringify(stored)).toContain('"password":null')
    expect(JSON.stringify(stored)).toContain('svc://link@share/a.txt')
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

  it('what pages that have died have left is removed', async () => {
    const page = await openPage()
    const other = await openPage()
    vi.useFakeTimers()
    await page.lockJournal('three')
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() + 3 * 60_000)
    await other.lockJournal('four')
    const leases = Object.keys(localStorage).filter((key) => key.startsWith('latchkey.lease.'))
    expect(leases).toEqual(['latchkey.lease.four'])
  })
})
