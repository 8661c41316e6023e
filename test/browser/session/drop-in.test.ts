import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals, linkListReady, signIn, visit } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { buildForPublicServer, startPublicServer } from '../public-server.ts'

const on = journeys()
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-drop-in-'))
const oldFrontEnd = mkdtempSync(join(tmpdir(), 'latchkey-old-'))
const dropIn = join(scratch, 'cloudreve')
let folder = dropIn
let server: Awaited<ReturnType<typeof startPublicServer>>

beforeAll(async () => {
  await buildForPublicServer(dropIn)
  writeFileSync(
    join(oldFrontEnd, 'index.html'),
    '<!doctype html><title>Old</title><h1>The old front end</h1><script src="/register.js"></script>',
  )
  writeFileSync(join(oldFrontEnd, 'register.js'), "navigator.serviceWorker.register('/sw.js')")
  writeFileSync(
    join(oldFrontEnd, 'sw.js'),
    `addEventListener('install', (event) => event.waitUntil(
       caches.open('pages').then((cache) => cache.addAll(['/', '/register.js'])).then(() => skipWaiting())))
     addEventListener('activate', (event) => event.waitUntil(clients.claim()))
     addEventListener('fetch', (event) => {
       if (event.request.mode === 'navigate') event.respondWith(caches.match('/'))
     })`,
  )
  server = await startPublicServer(on.server.address, () => folder)
})
afterAll(async () => {
  await server?.close()
  for (const each of [scratch, oldFrontEnd]) rmSync(each, { recursive: true, force: true })
})

const arrive = () => visit(on.browser, { ...on.server, address: server.address })

test('R9: its pages, title and rules are right in the static folder of a public server', async () => {
  const { page, leave, allow } = await arrive()
  await page.goto('/')
  await expect.poll(() => page.title()).toBe('Sign in · Wang family drive')
  await signIn(page, on.server)
  await linkListReady(page)
  await expect.poll(() => page.title()).toBe('Shares · Wang family drive')
  // A bookmark of the front end that was there before still works.
  await page.goto('/home?path=cloudreve%3A%2F%2Fmy%2FDocuments')
  await page.getByRole('row').nth(1).waitFor()
  expect(new URL(page.url()).pathname).toBe('/files')
  await page.goto('/tasks')
  await page.getByText('Not part of Latchkey').waitFor()
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  allow(refusals)
  await leave()
})

test('R9: a short link opens our page for it, and its password is in no address', async () => {
  const info = await on.ask<{
    shares: { id: string; name: string; password?: string; expired?: boolean }[]
  }>('GET', '/share?page_size=50')
  const share = info.shares.find((each) => each.password && !each.expired)
  expect(share).toBeDefined()
  if (!share) return
  const { page, leave } = await arrive()
  await page.goto(`/s/${share.id}/${encodeURIComponent(share.password ?? '')}`)
  await page.getByRole('heading', { name: share.name }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/s/${share.id}`)
  expect(page.url()).not.toContain(encodeURIComponent(share.password ?? ''))
  await leave()
})

test('R9: the service worker of the front end before it is taken away, and its pages with it', async () => {
  folder = oldFrontEnd
  const { page, leave, allow } = await arrive()
  // The old page asks for its script, and the server answers with our page.
  allow(/Unexpected token '<'/)
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  folder = dropIn
  // Its worker still answers with its own page, until the browser has looked for a new one.
  await page.goto('/shares')
  await page.getByLabel('Email').waitFor()
  await signIn(page, on.server)
  await linkListReady(page)
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ])
  await expect.poll(left).toEqual([0, 0])
  await leave()
})

test('Security 1: its page draws nothing inside another page, which its server does not forbid', async () => {
  const { page, leave } = await arrive()
  await page.goto('/version.json')
  await page.setContent(`<iframe src="${server.address}shares" title="framed"></iframe>`)
  const framed = page.frameLocator('iframe')
  await framed.getByText('does not open inside another page').waitFor()
  expect(await framed.locator('button, a, input').count()).toBe(0)
  await leave()
})

test('R9: the server finds the version that it expects', () => {
  expect(JSON.parse(readFileSync(join(dropIn, 'version.json'), 'utf8'))).toEqual({
    name: 'cloudreve-frontend',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  const page = readFileSync(join(dropIn, 'index.html'), 'utf8')
  expect(page).not.toContain('{siteScript}')
  expect(page).toContain("script-src 'self'")
})

test('F1, F2: a folder that was renamed or deleted elsewhere is not made again by what was to go there', async () => {
  const folder = `Ren${Date.now()}`
  const namesIn = async (uri: string) => {
    const query = `uri=${encodeURIComponent(uri)}&page_size=2000`
    const { files } = await on.ask<{ files: { name: string }[] }>('GET', `/file?${query}`)
    return files.map(({ name }) => name)
  }
  await on.ask('POST', '/file/create', { uri: `svc://my/${folder}/plan.txt`, type: 'file' })
  const { page, leave, allow } = await arrive()
  allow(/./)
  await page.goto('/')
  await signIn(page, on.server)
  await linkListReady(page)
  await page.goto(`/files?uri=${encodeURIComponent(`svc://my/${folder}`)}`)
  await page.getByRole('row', { name: 'plan.txt' }).waitFor()
  const moved = `${folder} moved`
  await on.ask('POST', '/file/rename', { uri: `svc://my/${folder}`, new_name: moved })

  // The page has not heard of it: an upload finds out before it writes.
  await page.getByLabel('Upload files…').setInputFiles({
    name: 'late.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('late'),
  })
  const question = page.getByRole('alertdialog')
  await question.getByText(moved).waitFor()
  await question.getByRole('button', { name: 'Continue there' }).click()
  await page.getByText('1 file uploaded').first().waitFor()
  expect((await namesIn(`svc://my/${moved}`)).toSorted()).toEqual(['late.txt', 'plan.txt'])

  // Now it has: nothing more can be written here, and the folder is one step away.
  await page.getByText('This folder is now at').waitFor()
  expect(await page.getByRole('button', { name: 'New folder' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Continue there' }).click()
  await page.getByRole('row', { name: 'late.txt' }).waitFor()
  await page.getByRole('button', { name: 'New folder' }).waitFor()

  await on.ask('DELETE', '/file', { uris: [`svc://my/${encodeURIComponent(moved)}`] })
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('Plans')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByText('no longer exists').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('This folder no longer exists').first().waitFor()
  await page.getByRole('button', { name: 'Go up' }).click()
  await page.getByRole('row', { name: 'Documents' }).waitFor()
  expect((await namesIn('svc://my')).filter((name) => name.startsWith(folder))).toEqual([])
  await leave()
})
