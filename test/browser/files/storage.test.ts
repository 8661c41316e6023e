import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { startFront, startServiceOn, startStorage } from './storage-servers.ts'

/* Contents in a storage on another origin, under the real policy and the CORS of a real browser. */

const on = journeys()
const partSize = 1024 * 1024
const size = 4_000_000
let folder: string
let storage: Awaited<ReturnType<typeof startStorage>>
let service: Awaited<ReturnType<typeof startServiceOn>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-storage-'))
  storage = await startStorage()
  service = await startServiceOn(on.server.address, storage.store, partSize)
})
afterAll(async () => {
  await service?.close()
  await storage?.close()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function arrive(flags: readonly string[]) {
  const front = await startFront(service.address, flags)
  const visitor = await visit(on.browser, { ...on.server, address: front.address }, { as: 'owner' })
  await visitor.page.goto('files?uri=svc%3A%2F%2Fmy%2FWork')
  await visitor.page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
  const leave = async () => {
    await visitor.leave()
    await front.close()
  }
  return { ...visitor, leave }
}

/** The bytes that the service itself has of a file in Work. */
async function storedBytes(name: string): Promise<Uint8Array> {
  const { urls } = await on.ask<{ urls: { url: string }[] }>('POST', '/file/url', {
    uris: [`svc://my/Work/${name}`],
  })
  const { pathname, search } = new URL(urls[0]?.url ?? '', on.server.address)
  const answer = await fetch(new URL(pathname + search, on.server.address))
  return new Uint8Array(await answer.arrayBuffer())
}

const asks = (method: string) => storage.requests.filter((request) => request.method === method)

test('R3: 4 MB in four parts to a storage that is named, cut in the middle and resumed after a reload, arrive whole', async () => {
  const path = join(folder, 'film.mov')
  const bytes = randomFillSync(new Uint8Array(size))
  await writeFile(path, bytes)
  const { page, context, leave, allow } = await arrive(['--origins', storage.address])
  allow(new RegExp(`asked another origin: ${storage.address}/`))
  // One part fails, and the page asks before it is left.
  allow(/Failed to load resource|net::ERR/)
  let isCut = false
  await context.route(`${storage.address}/**`, async (route) => {
    const isThird = new URL(route.request().url()).searchParams.get('partNumber') === '3'
    if (!isThird || isCut) return route.continue()
    isCut = true
    await route.abort('connectionreset')
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Upload files…').setInputFiles(path)
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect.poll(() => isCut, { timeout: 30_000 }).toBe(true)
  await page.reload()
  await panel.getByText('Choose the file again to continue').waitFor({ timeout: 20_000 })
  const sentBefore = asks('PUT').length
  await page.getByLabel(/^Resume .*film\.mov/).setInputFiles(path)
  await panel.getByText('1 file uploaded').waitFor({ timeout: 60_000 })

  expect(sha256(await storedBytes('film.mov'))).toBe(sha256(bytes))
  expect(asks('PUT').length - sentBefore).toBeLessThanOrEqual(2)
  expect(asks('POST').length).toBeGreaterThanOrEqual(1)
  for (const { headers } of storage.requests) {
    for (const secret of ['authorization', 'cookie', 'referer', 'x-cr-correlation-id']) {
      expect(headers.get(secret)).toBeNull()
    }
  }

  // The download comes from the storage too, and the page stays open.
  const row = page.getByRole('row', { name: 'film.mov' })
  await row.getByRole('checkbox').check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  const download = await downloading
  expect(new URL(download.url()).origin).toBe(storage.address)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(sha256(Buffer.concat(chunks))).toBe(sha256(bytes))
  expect(new URL(page.url()).pathname).toBe('/files')

  // Thumbnails come from the storage too.
  await page.goto('files?uri=svc%3A%2F%2Fmy%2FPhotos%2FCity')
  const picture = page.locator(`[role=row] img[src^="${storage.address}/"]`).first()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  await leave()
}, 240_000)

test('R3: a storage that is not named is asked nothing', async () => {
  const path = join(folder, 'note.bin')
  await writeFile(path, 'note')
  const before = storage.requests.length
  const { page, leave } = await arrive([])
  await page.getByLabel('Upload files…').setInputFiles(path)
  await page.getByText('This folder is stored at another address', { exact: false }).waitFor()
  expect(storage.requests.length).toBe(before)
  await leave()

  const other = await arrive(['--origins', 'https://files.example.org'])
  await other.page.getByLabel('Upload files…').setInputFiles(path)
  await other.page
    .getByText('Its storage is at another address, which this page cannot use.')
    .waitFor()
  expect(storage.requests.length).toBe(before)
  await other.leave()
}, 240_000)
