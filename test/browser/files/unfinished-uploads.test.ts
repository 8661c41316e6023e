import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* A reload in the middle of an upload of many files loses none of them. */

const here = journeys()
const { ask, visit } = here
const count = 24
const arrive = 12
let disk: string
let folder: string

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'latchkey-unfinished-'))
  folder = join(disk, 'Holiday')
  await mkdir(join(folder, 'Beach'), { recursive: true })
  for (let at = 0; at < count; at++) {
    const place = at % 4 === 0 ? join(folder, 'Beach') : folder
    await writeFile(join(place, `IMG_${String(at).padStart(4, '0')}.jpg`), `picture ${at}`)
  }
  await writeFile(join(disk, 'other.txt'), 'another file')
})
afterAll(() => rm(disk, { recursive: true, force: true }))

const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const uploadButton = (page: Page) =>
  page.getByRole('button', { name: 'Upload', exact: true }).first()
const at = (path: string) => `files?uri=${encodeURIComponent(`svc://my/${path}`)}`

/** Of all files in the folder: their sizes in bytes. */
async function sizesIn(path: string): Promise<number[]> {
  const { files } = await ask<{ files: { size: number; type: number }[] }>(
    'GET',
    `/file?uri=${encodeURIComponent(`svc://my/${path}`)}&page_size=200`,
  )
  return files.filter(({ type }) => type === 0).map(({ size }) => size)
}

/** Lets some parts through; the others never get an answer. */
async function letThrough(page: Page, parts: number): Promise<void> {
  let sent = 0
  await page.route('**/file/upload/*/*', (route) => {
    if (++sent <= parts) return route.continue()
    return undefined
  })
}

test('F12: a reload in an upload of many files, then the folder is chosen again; two tabs do it once', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Journey', type: 'folder' })
  const { page, tab, leave, allow } = await visit({ as: 'owner', width: 1280 })
  allow(/./)
  page.on('dialog', (dialog) => void dialog.accept())
  await letThrough(page, arrive)
  await page.goto(at('Journey'))
  await uploadButton(page).waitFor()
  await page.getByLabel('Upload a folder…').setInputFiles(folder)
  await expect
    .poll(async () => (await sizesIn('Journey/Holiday')).filter((size) => size > 0).length)
    .toBeGreaterThan(5)
  await panelOf(page).getByText(`${arrive} of ${count} uploaded`, { exact: true }).waitFor()

  // Another tab does not offer what this one is about.
  const second = await tab()
  await second.goto(at('Journey'))
  await uploadButton(second).waitFor()
  await second.getByLabel('Upload files…').setInputFiles(join(disk, 'other.txt'))
  await panelOf(second).getByText('1 file uploaded').waitFor()
  expect(await second.getByLabel(/^Go on with/).count()).toBe(0)

  await page.reload()
  // Before the reload this would let go what is held.
  await page.unroute('**/file/upload/*/*')
  const words = `${arrive} of ${count} uploaded · choose the folder again to go on with ${count - arrive}`
  await panelOf(page).getByText(words).waitFor()
  await takeScreenshot(page, 'unfinished-1280')
  await expectAccessible(page, 'unfinished uploads')
  // A reload of the other tab offers the same; whoever is first goes on.
  await second.reload()
  await panelOf(second).getByText(words).waitFor()
  await page.getByLabel(/^Go on with the folder/).setInputFiles(folder)
  await panelOf(page)
    .getByText(`${count - arrive} files uploaded`)
    .waitFor()
  // Back in the other tab: nothing is left to be offered. Tabs without a screen are never hidden.
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await panelOf(second).waitFor({ state: 'hidden' })

  const sizes = [...(await sizesIn('Journey/Holiday')), ...(await sizesIn('Journey/Holiday/Beach'))]
  expect(sizes).toHaveLength(count)
  expect(sizes.every((size) => size > 0)).toBe(true)
  await page.reload()
  await uploadButton(page).waitFor()
  // A lock that was left behind would be in the way of this.
  await ask('POST', '/file/rename', { uri: 'svc://my/Journey/Holiday', new_name: 'Done' })
  await leave()
}, 120_000)

test('F12: a storage of the browser that never answers is waited for once, not for each file', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Silent', type: 'folder' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    IDBFactory.prototype.open = (name, version) => {
      const request = open(name, version)
      request.addEventListener = () => {}
      return request
    }
  })
  await page.goto(at('Silent'))
  await uploadButton(page).waitFor()
  await page.getByLabel('Upload a folder…').setInputFiles(folder)
  await panelOf(page).getByText(`${count} files uploaded`).waitFor({ timeout: 20_000 })
  await leave()
}, 60_000)

test('F12: looks of unfinished uploads', async () => {
  for (const [name, look] of Object.entries({
    'unfinished-390': { width: 390, height: 800 },
    'unfinished-dark': { width: 1280, theme: 'dark' },
    'unfinished-zh': { width: 1280, language: 'zh-CN' },
  } as const)) {
    const { page, leave, allow } = await visit({ as: 'owner', ...look })
    await ask('POST', '/file/create', { uri: `svc://my/${name}`, type: 'folder' })
    allow(/./)
    page.on('dialog', (dialog) => void dialog.accept())
    await letThrough(page, 5)
    await page.goto(at(name))
    const field = page.locator('input[type=file][webkitdirectory]')
    await field.waitFor({ state: 'attached' })
    await field.setInputFiles(folder)
    await expect
      .poll(async () => (await sizesIn(`${name}/Holiday`)).filter((size) => size > 0).length)
      .toBe(5)
    await page
      .getByText(/^(5 of 24 uploaded|已上传 5\/24)$/)
      .first()
      .waitFor()
    await page.reload()
    // Before the reload this would let go what is held.
    await page.unroute('**/file/upload/*/*')
    const uploads = page.getByRole('region', { name: /Uploads|上传/ })
    await uploads
      .getByText(/5 of 24 uploaded|已上传 5\/24/)
      .first()
      .waitFor()
    if (name === 'unfinished-390') await uploads.getByRole('button').first().click()
    await page
      .getByText(/choose the folder again|请再次选择/)
      .first()
      .waitFor()
    await takeScreenshot(page, name)
    await expectAccessible(page, name)
    await page.getByRole('button', { name: /^(Forget|不再提示)$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Forget|不再提示)$/ })
      .last()
      .click()
    await uploads.waitFor({ state: 'hidden' })
    await leave()
  }
}, 120_000)
