import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, rowsOf, signIn, visit } from '../browser/app-server.ts'
import { serverUnderTest } from './server-under-test.ts'

/* The four jobs in a browser, with Latchkey in front of the server. */

const server = serverUnderTest()
let browser: Browser
let front: ChildProcess | undefined
let address: string

beforeAll(async () => {
  browser = await openBrowser()
  const { address: url, scheme } = server()
  // The embedded service serves the page itself.
  address = process.env['LATCHKEY_URL'] === undefined ? url : await startInFront(url, scheme)
})
afterAll(async () => {
  await browser?.close()
  if (front && front.exitCode === null) {
    front.kill()
    await once(front, 'exit')
  }
})

async function startInFront(url: string, scheme: string): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const options = ['--port', '0', '--upstream', url, '--scheme', scheme]
  front = spawn(process.execPath, ['src/server/start.mjs', ...options], { cwd: root })
  const child = front
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /Latchkey is ready at (\S+)/.exec(output)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`It ended before it was ready:\n${output}`)))
  })
}

/** A new browser profile, signed in through the form. */
async function arrive() {
  const { email, password } = server()
  const account = { email, password, role: 'owner' as const }
  const visitor = await visit(browser, { address, account: () => account })
  await visitor.page.goto('/shares')
  await signIn(visitor.page, { account: () => account })
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor()
  return visitor
}

/** Above `api` every address begins with `svc://`, whatever the server writes. */
const pageUri = (...names: string[]) =>
  encodeURIComponent(
    server()
      .uri(...names)
      .replace(/^[^:]+/, 'svc'),
  )
async function openFolder(page: Page, ...names: string[]): Promise<void> {
  await page.goto(`/files?uri=${pageUri(...names)}`)
  await rowsOf(page).first().waitFor()
}
const rowNamed = (page: Page, name: string) => rowsOf(page).filter({ hasText: name }).first()

test('R10 a link that is created in Files is found in Shares', async () => {
  const { must, addText, folder } = server()
  const name = `${folder} shared.txt`
  await addText(name)
  const { page, leave } = await arrive()
  await openFolder(page)
  await rowNamed(page, name).click()
  await page
    .getByRole('region', { name: '1 selected' })
    .getByRole('button', { name: 'Share…', exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await expect
    .poll(async () => {
      const query = 'page_size=50&order_by=id&order_direction=desc'
      const { shares: links } = await must<{ shares: { name: string }[] | null }>(
        'GET',
        `/share?${query}`,
      )
      return links?.some((share) => share.name === name)
    })
    .toBe(true)
  await page.goto(`/shares?q=${encodeURIComponent(name)}`)
  await rowNamed(page, name).waitFor()
  await leave()
})

test('R10 what was deleted is restored to where it was', async () => {
  const { must, addText, addFolder, uri, folder } = server()
  const names = ['red', 'blue'].map((colour) => `${folder} ${colour}.txt`)
  await addFolder('Colours')
  for (const name of names) await addText('Colours', name)
  await must('DELETE', '/file', { uris: names.map((name) => uri('Colours', name)) })
  const { page, leave } = await arrive()
  await page.goto(`/trash?q=${encodeURIComponent(folder)}`)
  for (const name of names) {
    await rowNamed(page, name)
      .getByRole('checkbox', { name: `Select ${name}` })
      .click()
  }
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await page.getByText('2 items restored').first().waitFor()
  await openFolder(page, 'Colours')
  for (const name of names) await rowNamed(page, name).waitFor()
  await leave()
})

test('R10 the view that is saved for a folder is the one it opens with', async () => {
  const { must, addText, addFolder, uri } = server()
  await addFolder('Pictures')
  await addText('Pictures', 'note.txt')
  const { page, leave } = await arrive()
  await page.goto(`/view-settings?folder=${pageUri('Pictures')}`)
  await page.getByRole('radio', { name: 'Gallery' }).check({ force: true })
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect
    .poll(async () => {
      const { view } = await must<{ view?: { view?: string } }>(
        'GET',
        `/file?uri=${encodeURIComponent(uri('Pictures'))}`,
      )
      return view?.view
    })
    .toBe('gallery')
  await leave()
})

test('R10 a lock is named, released by its owner, and the rename goes on', async () => {
  const { must, uri, addFolder } = server()
  await addFolder('Busy')
  const { storage_policy: policy } = await must<{ storage_policy?: { id: string } }>(
    'GET',
    `/file?uri=${encodeURIComponent(uri())}`,
  )
  await must('PUT', '/file/upload', {
    uri: uri('Busy', 'slow.bin'),
    size: 3,
    policy_id: policy?.id,
  })
  const { page, leave } = await arrive()
  await openFolder(page)
  await rowNamed(page, 'Busy').click()
  await page.keyboard.press('F2')
  await rowsOf(page).getByRole('textbox').fill('Quiet')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('slow.bin').first().waitFor()
  await dialog.getByRole('button', { name: 'Unlock and retry' }).click()
  await rowNamed(page, 'Quiet').waitFor()
  await leave()
})
