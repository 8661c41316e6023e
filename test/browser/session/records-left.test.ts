import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type AppServer,
  browserFlags,
  findChromium,
  type Role,
  rowsOf,
  signIn,
  startAppServer,
} from '../app-server.ts'

/* What is left of an account in a browser profile that others use too: when the browser is closed, and when somebody else signs in. */

let server: AppServer
beforeAll(async () => {
  server = await startAppServer({ passwords: 'quick' })
})
afterAll(() => server?.close())

/** A browser profile on the disk: `open` starts the browser on it, the context is closed with all its tabs. */
async function newProfile() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  let context: BrowserContext | undefined
  const close = async () => {
    await context?.close()
    context = undefined
  }
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    close,
    open: async (): Promise<Page> => {
      context = await chromium.launchPersistentContext(folder, {
        executablePath: findChromium(),
        args: browserFlags,
        baseURL: server.address,
        locale: 'en-GB',
      })
      return context.pages()[0] ?? context.newPage()
    },
  }
}

/** Names the records that the browser has; `store` is `records` or `heads`, those of unfinished work. */
const recordsIn = (page: Page, database: string, store: string): Promise<string[]> =>
  page.evaluate(
    async ([name, table]) => {
      const known = await indexedDB.databases()
      if (!known.some((each) => each.name === name)) return []
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error('IndexedDB')))
        })
      const db = await done(indexedDB.open(name))
      const keys = await done(db.transaction(table).objectStore(table).getAllKeys())
      db.close()
      return keys.map((key) =>
        Array.isArray(key) ? key.slice(-2).map(String).join(' ') : 'journal',
      )
    },
    [database, store] as const,
  )
const recordsOf = (page: Page) => recordsIn(page, 'latchkey.records', 'records')
const journalsOf = (page: Page) => recordsIn(page, 'latchkey', 'heads')

async function signInAs(page: Page, role: Role, { stays = false } = {}): Promise<string> {
  await page.getByLabel('Email').waitFor()
  if (stays) await page.getByRole('checkbox', { name: 'Keep me signed in' }).check({ force: true })
  await signIn(page, server, role)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  const stored = await page.evaluate(
    () => sessionStorage['latchkey.session'] ?? localStorage['latchkey.session'],
  )
  return (JSON.parse(stored) as { userId: string }).userId
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
}

/** The list of links, until both what it was like and where its items are is stored. */
async function viewLinks(page: Page, userId: string): Promise<string[]> {
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const records = [`${userId} link-places`, `${userId} link-snapshots`]
  await expect.poll(async () => (await recordsOf(page)).toSorted()).toEqual(records)
  return records
}

/** What no tab claims; it goes when a start has looked. */
const putUnclaimed = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('latchkey.records')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const records = opening.result.transaction('records', 'readwrite').objectStore('records')
    const put = records.put({}, ['nobody', 'somebody', 'unclaimed'])
    await new Promise((resolve) => put.addEventListener('success', resolve))
    opening.result.close()
  })

test('Security: of who does not stay signed in, nothing they looked at is there when the browser is opened again', async () => {
  const profile = await newProfile()
  const page = await profile.open()
  await page.goto('shares')
  const owner = await signInAs(page, 'owner')
  const records = await viewLinks(page, owner)
  // Another tab, and another start of this one, look for what nobody claims: a living tab claims these.
  await putUnclaimed(page)
  const other = await page.context().newPage()
  await other.goto('shares')
  await rowsOf(other).first().waitFor()
  await expect.poll(async () => (await recordsOf(other)).toSorted()).toEqual(records)
  await putUnclaimed(page)
  await page.reload()
  await rowsOf(page).first().waitFor()
  await expect.poll(async () => (await recordsOf(page)).toSorted()).toEqual(records)
  await page.goto('trash')
  await profile.close()

  const again = await profile.open()
  await again.goto('shares')
  await again.getByLabel('Email').waitFor()
  await expect.poll(() => recordsOf(again)).toEqual([])
  expect(await again.evaluate(() => JSON.stringify(localStorage))).not.toContain(owner)
})

test('S12 who stays signed in finds what they have seen when the browser is opened again', async () => {
  const profile = await newProfile()
  const page = await profile.open()
  await page.goto('shares')
  const owner = await signInAs(page, 'owner', { stays: true })
  const records = await viewLinks(page, owner)
  await putUnclaimed(page)
  await profile.close()

  const again = await profile.open()
  await again.goto('trash')
  await rowsOf(again).first().waitFor()
  await expect.poll(async () => (await recordsOf(again)).toSorted()).toEqual(records)
  // After a sign-out they are for the tabs that are open, and no longer than those.
  await signOut(again)
  await profile.close()
  const last = await profile.open()
  await last.goto('trash')
  await last.getByLabel('Email').waitFor()
  await expect.poll(() => recordsOf(last)).toEqual([])
})

test('Security: signing in as somebody else deletes at once what the account before has looked at', async () => {
  const profile = await newProfile()
  const page = await profile.open()
  await page.goto('shares')
  const owner = await signInAs(page, 'owner')
  await viewLinks(page, owner)
  await signOut(page)
  await expect.poll(() => recordsOf(page)).toEqual([`${owner} link-snapshots`])
  const colleague = await signInAs(page, 'colleague')
  expect(colleague).not.toBe(owner)
  await expect
    .poll(async () => (await recordsOf(page)).filter((name) => name.startsWith(owner)))
    .toEqual([])
})

/** As if a week had gone by since anything was written about unfinished work. */
const letAWeekGoBy = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) =>
        request.addEventListener('success', () => resolve(request.result)),
      )
    const db = await done(indexedDB.open('latchkey'))
    const writing = db.transaction(['heads', 'steps'], 'readwrite')
    for (const name of ['heads', 'steps'])
      await new Promise<void>((resolve) => {
        writing
          .objectStore(name)
          .openCursor()
          .addEventListener('success', (event) => {
            const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result
            if (!cursor) return resolve()
            const record = cursor.value as { at: number }
            cursor.update({ ...record, at: record.at - 7 * 86_400_000 })
            return cursor.continue()
          })
      })
    db.close()
  })

test('Security: an unfinished upload is shown to its account when the browser is opened again, for seven days', async () => {
  const profile = await newProfile()
  const page = await profile.open()
  await page.goto('files')
  await signInAs(page, 'owner')
  await page.route('**/file/upload/*/*', () => undefined)
  const kept = { name: 'kept.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(9) }
  await page.getByLabel('Upload files…').setInputFiles(kept)
  await expect.poll(() => journalsOf(page)).toEqual(['journal'])
  await profile.close()

  const again = await profile.open()
  await again.goto('files')
  await signInAs(again, 'colleague')
  const uploads = again.getByRole('region', { name: 'Uploads' })
  // The unfinished uploads of this account are looked for before those that it makes are shown as done.
  await again.getByLabel('Upload files…').setInputFiles({ ...kept, name: 'other.bin' })
  await uploads.getByText('1 file uploaded').waitFor()
  expect(await uploads.getByText('kept.bin').count()).toBe(0)
  await signOut(again)
  await signInAs(again, 'owner')
  await uploads.getByText('choose the file again').waitFor()
  await letAWeekGoBy(again)
  await profile.close()

  const late = await profile.open()
  await late.goto('files')
  await late.getByLabel('Email').waitFor()
  await expect.poll(() => journalsOf(late)).toEqual([])
})
