import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from '../../processes/unpack-zip.ts'
import {
  expectAccessible,
  signInByRequest,
  takeScreenshot,
  visit,
  type VisitOptions,
} from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { linkById } from '../links/link-journey.ts'
import { buildForPublicServer, startPublicServer } from '../public-server.ts'

/* Archives in front of a server that packs none for ordinary users and visitors, as public servers do by default. */

const on = journeys()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-zips-'))
let server: Awaited<ReturnType<typeof startPublicServer>>

/** Longer than the parts in which contents are read. */
const film = 'film '.repeat(1_000_000)
const trip: Record<string, string> = {
  'Trip/': '',
  'Trip/a.txt': 'one',
  'Trip/夜.txt': 'night',
  'Trip/Day 2/': '',
  'Trip/Day 2/a.txt': 'two',
  'Trip/Day 2/film.mov': film,
  'Trip/Day 2/Deep/': '',
  'Trip/Day 2/Deep/b.txt': 'three',
  'Trip/Day 2/Deep/answer.json': '{"code":40016,"msg":"this is a file"}',
  'Trip/empty/': '',
}
const withoutFilm = Object.fromEntries(Object.entries(trip).filter(([, text]) => text !== film))

beforeAll(async () => {
  await buildForPublicServer(folder)
  server = await startPublicServer(on.server.address, () => folder)
  const { access } = await signInByRequest(on.server)
  for (const [path, text] of Object.entries(trip)) {
    const uri = `svc://my/Zips/${path.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`
    if (path.endsWith('/')) await on.ask('POST', '/file/create', { uri, type: 'folder' })
    else {
      const query = new URLSearchParams({ uri }).toString()
      const put = await fetch(`${on.server.address}api/v4/file/content?${query}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${access}` },
        body: text,
      })
      expect(((await put.json()) as { code: number }).code, path).toBe(0)
    }
  }
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Where archives go that are written to disk while they come, if the browser of the visitor can. */
async function arrive({
  canChooseFile = true,
  ...look
}: VisitOptions & { canChooseFile?: boolean } = {}) {
  const visitor = await visit(on.browser, { ...on.server, address: server.address }, look)
  // Nobody answers the dialog of the browser in a test: the place is in the file system of the origin, which is as real.
  await visitor.context.addInitScript((can) => {
    const chooseFile = async ({ suggestedName }: { suggestedName: string }) => {
      if (!navigator.userActivation.isActive) throw new DOMException('no press', 'SecurityError')
      const place = await navigator.storage.getDirectory()
      return place.getFileHandle(suggestedName, { create: true })
    }
    Object.assign(window, { showSaveFilePicker: can ? chooseFile : undefined })
  }, canChooseFile)
  const archives: string[] = []
  visitor.page.on('request', (request) => {
    if (request.postData()?.includes('"archive":true')) archives.push(request.url())
  })
  return { ...visitor, archives }
}

/** What is in the place on disk: names with their sizes. */
const onDisk = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, number> = {}
    for await (const [name, handle] of (
      await navigator.storage.getDirectory()
    ).entries() as AsyncIterable<[string, FileSystemFileHandle]>) {
      found[name] = (await handle.getFile()).size
    }
    return found
  })

async function archiveOnDisk(page: Page, name: string): Promise<Record<string, string>> {
  const text = await page.evaluate(async (wanted) => {
    const place = await navigator.storage.getDirectory()
    const file = await (await place.getFileHandle(wanted)).getFile()
    const bytes = new Uint8Array(await file.arrayBuffer())
    let binary = ''
    for (let at = 0; at < bytes.length; at += 30_000)
      binary += String.fromCharCode(...bytes.subarray(at, at + 30_000))
    return btoa(binary)
  }, name)
  return unpack(Buffer.from(text, 'base64'))
}

async function downloadTrip(page: Page): Promise<void> {
  await page.goto(`/files?uri=${encodeURIComponent('svc://my/Zips')}&layout=list`)
  await page.getByRole('row', { name: 'Trip' }).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Download' }).click()
}

test('F2: a folder is written to disk as one ZIP, name by name, and the service is not even asked', async () => {
  const { page, archives, leave } = await arrive({ as: 'owner' })
  await downloadTrip(page)
  await page.getByText(/Trip.*\.zip.* saved with 6 files/).waitFor()
  expect(await archiveOnDisk(page, 'Trip.zip')).toEqual(trip)
  expect(archives).toEqual([])
  await leave()
})

test('F2: where the browser cannot write to disk the ZIP is saved once it is complete', async () => {
  const { page, leave } = await arrive({ as: 'owner', canChooseFile: false })
  const saving = page.waitForEvent('download')
  await downloadTrip(page)
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Trip.zip')
  expect(unpack(await readFile(await saved.path()))).toEqual(trip)
  await leave()
})

test('F2: Stop in the middle leaves no file', async () => {
  const { page, context, leave, allow } = await arrive({ as: 'owner' })
  allow(/Failed to load resource|net::ERR/)
  const held: (() => void)[] = []
  await context.route(/file\/content\/.*film/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.abort()
  })
  await downloadTrip(page)
  await page.getByText('2 of 6 files').or(page.getByText('3 of 6 files')).waitFor()
  await expectAccessible(page, 'progress of an archive')
  await takeScreenshot(page, 'zip-progress')
  expect(Object.keys(await onDisk(page)).sort()[0]).toMatch(/^Trip\.zip/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText(/Trip.* was not downloaded/).waitFor()
  for (const end of held) end()
  await expect.poll(() => onDisk(page)).toEqual({})
  await leave()
})

test('F2: what cannot be had is named, in the ZIP too', async () => {
  const { page, context, leave, allow } = await arrive({ as: 'owner' })
  allow(/Failed to load resource/)
  await context.route(/file\/content\/.*film/, (route) => route.fulfill({ status: 500 }))
  await downloadTrip(page)
  const alert = page.getByRole('alert')
  await alert.getByText(/Trip.*\.zip.* is not complete: 1 item is missing/).waitFor()
  await alert.getByText('What is missing').click()
  await alert.getByText('Trip/Day 2/film.mov: The service is not available right now.').waitFor()
  await takeScreenshot(page, 'zip-incomplete')
  const { 'Missing files.txt': note, ...rest } = await archiveOnDisk(page, 'Trip.zip')
  expect(note).toContain('Trip/Day 2/film.mov')
  expect(rest).toEqual(withoutFilm)
  await leave()
})

test('F2: a file that breaks off in the middle goes on where it was', async () => {
  const { page, context, leave, allow } = await arrive({ as: 'owner' })
  allow(/Failed to load resource|net::ERR/)
  // One more than it is asked again where the service itself fails.
  let failures = 4
  await context.route(/file\/content\/.*film/, (route) =>
    route.request().headers()['range']?.startsWith('bytes=4194304') && failures-- > 0
      ? route.abort('connectionreset')
      : route.continue(),
  )
  await downloadTrip(page)
  await page.getByText(/Trip.*\.zip.* saved with 6 files/).waitFor({ timeout: 60_000 })
  expect(await archiveOnDisk(page, 'Trip.zip')).toEqual(trip)
  await leave()
})

async function shareTrip(downloads: number): Promise<string> {
  const url = await on.ask<string>('PUT', '/share', { uri: 'svc://my/Zips/Trip', downloads })
  return /\/s\/([^/]+)/.exec(url)?.[1] ?? ''
}

test('F7: a link with two downloads left says first what a folder costs, and spends what one agrees to', async () => {
  const id = await shareTrip(2)
  const { page, archives, leave } = await arrive()
  await page.goto(`/s/${id}`)
  await page.getByRole('button', { name: 'Download' }).click()
  const question = page.getByRole('dialog', { name: /Download .*Trip\.zip/ })
  await question.getByText(/It would take 6, and only 2 are left/).waitFor()
  await expectAccessible(page, 'question about downloads')
  await takeScreenshot(page, 'zip-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await linkById(on.ask, id)).remain_downloads).toBe(2)

  await page.getByRole('button', { name: 'Download' }).click()
  await question.getByRole('button', { name: 'Download 2 of 6 files' }).click()
  await page.getByText(/is not complete: 4 items are missing/).waitFor()
  const saved = await archiveOnDisk(page, 'Trip.zip')
  expect(saved['Missing files.txt']?.match(/The link no longer works/g)).toHaveLength(4)
  expect(Object.keys(saved).filter((name) => !name.endsWith('/'))).toHaveLength(3)
  await expect
    .poll(() => page.getByText('Downloads left').locator('xpath=..').textContent())
    .toContain('0')
  expect((await linkById(on.ask, id)).remain_downloads).toBe(0)
  // It is refused once.
  expect(archives).toHaveLength(1)
  await leave()
})

test('F7: a visitor gets the whole folder where the downloads suffice, and the page shows what is left', async () => {
  const id = await shareTrip(8)
  const { page, leave } = await arrive({ width: 390, height: 844, theme: 'dark' })
  await page.goto(`/s/${id}`)
  await page.getByRole('button', { name: 'Download' }).click()
  const question = page.getByRole('dialog', { name: /Download .*Trip\.zip/ })
  await question.getByText(/it takes 6 of the 8 downloads left/).waitFor()
  await takeScreenshot(page, 'zip-question-phone')
  await question.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByText(/Trip.*\.zip.* saved with 6 files/).waitFor()
  expect(await archiveOnDisk(page, 'Trip.zip')).toEqual(trip)
  await expect
    .poll(() => page.getByText('Downloads left').locator('xpath=..').textContent())
    .toContain('2')
  await leave()
})
