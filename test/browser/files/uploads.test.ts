import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* A large file reaches the service whole, whatever happens on its way. */

const here = journeys()
const { ask, visit } = here
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-upload-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const block = 4 * 1024 * 1024
const size = 70_000_000

/** A file of bytes that no compression makes smaller; resolves to its SHA-256. */
async function seedFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const bytes = randomFillSync(new Uint8Array(block))
  for (let left = size; left > 0; left -= block) {
    // All blocks differ, so that a block in the wrong place changes the hash.
    new DataView(bytes.buffer).setUint32(0, left)
    const part = bytes.subarray(0, Math.min(block, left))
    hash.update(part)
    await file.write(part)
  }
  await file.close()
  return hash.digest('hex')
}

async function hashAt(uri: string): Promise<string> {
  const { urls } = await ask<{ urls: { url: string }[] }>('POST', '/file/url', {
    uris: [uri],
    download: true,
  })
  const { pathname, search } = new URL(urls[0]?.url ?? '', here.server.address)
  const answer = await fetch(new URL(pathname + search, here.server.address))
  const hash = createHash('sha256')
  for await (const bytes of answer.body ?? []) hash.update(bytes)
  return hash.digest('hex')
}

type Stops = Record<string, { isReached: boolean; free: () => void; freed: Promise<void> }>
declare const stops: Stops

/** Parts of an upload that wait in the page until they are told to go: a route would carry every byte twice. */
async function holdParts(page: Page, parts: readonly number[]) {
  await page.addInitScript((held) => {
    const all: Stops = {}
    for (const part of held) {
      let free = () => {}
      const freed = new Promise<void>((resolve) => {
        free = resolve
      })
      all[part] = { isReached: false, free, freed }
    }
    const real = window.fetch
    window.fetch = async (input, init) => {
      const path = input instanceof Request ? input.url : String(input)
      const [, part = ''] = /\/file\/upload\/[^/]+\/(\d+)$/.exec(path) ?? []
      const stop = all[part]
      if (stop) {
        stop.isReached = true
        await stop.freed
      }
      return real(input, init)
    }
    Object.assign(window, { stops: all })
  }, parts)
  return {
    reached: (part: number) =>
      expect
        .poll(() => page.evaluate((at) => stops[at]?.isReached, part), { timeout: 60_000 })
        .toBe(true),
    free: (part: number) => page.evaluate((at) => stops[at]?.free(), part),
  }
}

test('F2: 70 MB, cut off by the network and by kill -9, arrive whole and leave no lock', async () => {
  const path = join(folder, 'film, rough cut.mov')
  const sent = await seedFile(path)
  const { page, context, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  const [offline, killed] = [5, 11]
  const parts = await holdParts(page, [offline, killed])
  await page.goto('files?uri=svc%3A%2F%2Fmy%2FWork')
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
  await page.getByLabel('Upload files…').setInputFiles(path)

  await parts.reached(offline)
  await context.setOffline(true)
  await parts.free(offline)
  const panel = page.getByRole('region', { name: 'Uploads' })
  const waiting = panel.getByText('Waiting for the network').first()
  await waiting.waitFor()
  await takeScreenshot(page, 'upload-offline')
  await context.setOffline(false)

  await parts.reached(killed)
  // The service is killed during a part or just before it.
  await parts.free(killed)
  await here.powerCut(() => panel.getByText('Waiting for the service').first().waitFor())

  await panel.getByText('1 file uploaded').waitFor({ timeout: 60_000 })
  await page.getByRole('row', { name: 'film, rough cut.mov' }).waitFor()
  await takeScreenshot(page, 'upload-done')
  const uri = 'svc://my/Work/film%2C%20rough%20cut.mov'
  expect(await hashAt(uri)).toBe(sent)
  const info = await ask<{ size: number; metadata: Record<string, string> }>(
    'GET',
    `/file/info?uri=${encodeURIComponent(uri)}`,
  )
  expect(info).toMatchObject({ size, metadata: {} })
  // A lock that was left behind would be in the way of this.
  await ask('POST', '/file/rename', { uri, new_name: 'film.mov' })
  await leave()
}, 180_000)
