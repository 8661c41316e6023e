import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../browser/app-server.ts'
import { unpack } from '../processes/unpack-zip.ts'
import { frontOfServer, rowNamed } from './front.ts'

/* What people do beside the four jobs, in a browser, with Latchkey in front of the server. */

const { server, arrive, arriveAsVisitor, openFolder, pageUri } = frontOfServer()

test('R10 a text is edited and saved', async () => {
  const { addText, must, uri } = server()
  await addText('draft.txt')
  const { page, leave } = await arrive()
  await page.goto(`/edit?uri=${pageUri('draft.txt')}`)
  await page.getByRole('textbox', { name: /draft\.txt/ }).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('ControlOrMeta+s')
  const size = async () => {
    const path = `/file/info?uri=${encodeURIComponent(uri('draft.txt'))}`
    return (await must<{ size: number }>('GET', path)).size
  }
  await expect.poll(size).toBe('draft.txt and more'.length)
  // Its lock goes with the page.
  await page.goto('/trash')
  await leave()
})

test('R10 Keep both gives what is moved another name, and Undo takes both back', async () => {
  const { addText, addFolder, namesIn } = server()
  await addFolder('From')
  await addFolder('To')
  for (const folder of ['From', 'To']) await addText(folder, 'plan.txt')
  const { page, leave } = await arrive()
  await openFolder(page, 'From')
  await rowNamed(page, 'plan.txt').focus()
  await page.keyboard.press('ControlOrMeta+x')
  await page.getByText(/ready to move/).waitFor()
  // What is cut stays in the page, which a visit to an address would leave.
  await page.keyboard.press('Backspace')
  await rowNamed(page, 'To').focus()
  await page.keyboard.press('Enter')
  await rowNamed(page, 'plan.txt').waitFor()
  await page.keyboard.press('ControlOrMeta+v')
  await page
    .getByRole('dialog', { name: /^1 name is taken/ })
    .getByRole('button', { name: 'Move 1 item' })
    .click()
  await rowNamed(page, 'plan (2).txt').waitFor()
  await expect.poll(() => namesIn('To')).toEqual(['plan (2).txt', 'plan.txt'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => namesIn('From')).toEqual(['plan.txt'])
  await expect.poll(() => namesIn('To')).toEqual(['plan.txt'])
  await leave()
})

test('R10 Undo brings back what was just deleted', async () => {
  const { addText, addFolder, namesIn } = server()
  await addFolder('Undone')
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await addText('Undone', name)
  const { page, leave } = await arrive()
  await openFolder(page, 'Undone')
  for (const name of ['a.txt', 'b.txt']) await rowNamed(page, name).getByRole('checkbox').click()
  const selection = page.getByRole('region', { name: '2 selected' })
  await selection.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => namesIn('Undone')).toEqual(['c.txt'])
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => namesIn('Undone')).toEqual(['a.txt', 'b.txt', 'c.txt'])
  await rowNamed(page, 'a.txt').waitFor()
  await leave()
})

test('R10 what is done in one browser is seen in another', async () => {
  const { addText, addFolder } = server()
  await addFolder('Seen')
  await addText('Seen', 'first.txt')
  const [mine, theirs] = [await arrive(), await arrive()]
  const stream = mine.page.waitForResponse((response) => response.url().includes('/file/events'))
  await openFolder(mine.page, 'Seen')
  await stream
  await openFolder(theirs.page, 'Seen')
  await rowNamed(theirs.page, 'first.txt').click()
  await theirs.page.keyboard.press('F2')
  await rowsOf(theirs.page).getByRole('textbox').fill('renamed.txt')
  await theirs.page.keyboard.press('Enter')
  await rowNamed(mine.page, 'renamed.txt').waitFor()
  await mine.leave()
  await theirs.leave()
})

test('R10 an upload to a folder that is renamed under the page goes on where the folder is now', async () => {
  const { addText, addFolder, must, uri, namesIn } = server()
  await addFolder('Before')
  await addText('Before', 'first.txt')
  const { page, leave, allow } = await arrive()
  allow(/./)
  await openFolder(page, 'Before')
  await must('POST', '/file/rename', { uri: uri('Before'), new_name: 'After' })
  await page.getByLabel('Upload files…').setInputFiles({
    name: 'late.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('late'),
  })
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Continue there' }).click()
  await expect.poll(() => namesIn('After')).toEqual(['first.txt', 'late.txt'])
  expect(await namesIn()).not.toContain('Before')
  await leave()
})

test('R10 an expired link is extended', async () => {
  const { addText, must, uri, folder } = server()
  const name = `${folder} extended.txt`
  await addText(name)
  const address = await must<string>('PUT', '/share', { uri: uri(name), expire: 1 })
  const id = new URL(address).pathname.split('/')[2] ?? ''
  const isLive = async () => {
    const answer = await fetch(`${server().address}api/v4/share/info/${id}`)
    const { code, data } = (await answer.json()) as { code: number; data?: { expired?: boolean } }
    return code === 0 && data?.expired !== true
  }
  await expect.poll(isLive).toBe(false)
  const { page, leave } = await arrive()
  await page.goto(`/shares?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /^Extend the link to/ }).click()
  const form = page.getByRole('dialog', { name: /^Extend link to/ })
  await form.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect.poll(isLive).toBe(true)
  await leave()
})

/** A folder to download; `name` begins with that of the run where it is shared. */
async function addTrip(name: string): Promise<Record<string, string>> {
  const { addText, addFolder } = server()
  await addFolder(name, 'Day 2')
  await addText(name, 'a.txt')
  await addText(name, 'Day 2', 'b.txt')
  return {
    [`${name}/`]: '',
    [`${name}/Day 2/`]: '',
    [`${name}/a.txt`]: `${name} a.txt`,
    [`${name}/Day 2/b.txt`]: `${name} Day 2 b.txt`,
  }
}

/** What is downloaded, whether the server packs it or the page; a question about what it costs is answered with yes. */
async function downloaded(page: Page): Promise<Record<string, string>> {
  // A place on the disk cannot be chosen in a test.
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  const saving = page.waitForEvent('download')
  const question = page.getByRole('dialog', { name: /^Download/ })
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await Promise.race([saving, question.waitFor()])
  if (await question.isVisible())
    await question
      .getByRole('button', { name: /^Download/ })
      .first()
      .click()
  return unpack(await readFile(await (await saving).path()))
}

test('R10 a folder is downloaded as a ZIP', async () => {
  const trip = await addTrip('Trip')
  const { page, leave } = await arrive()
  await openFolder(page)
  await rowNamed(page, 'Trip').getByRole('checkbox').click()
  expect(await downloaded(page)).toEqual(trip)
  await leave()
})

test('R10 a visitor downloads a folder through a link with a limit, which counts', async () => {
  const { must, uri, folder } = server()
  const name = `${folder} trip`
  const trip = await addTrip(name)
  const address = await must<string>('PUT', '/share', { uri: uri(name), downloads: 8 })
  const id = new URL(address).pathname.split('/')[2] ?? ''
  const { page, leave } = await arriveAsVisitor()
  await page.goto(`/s/${id}`)
  await page.getByText('Downloads left').waitFor()
  expect(await downloaded(page)).toEqual(trip)
  const left = async () => {
    const { shares } = await must<{ shares: { id: string; remain_downloads?: number }[] }>(
      'GET',
      '/share?page_size=50&order_by=id&order_direction=desc',
    )
    return shares.find((share) => share.id === id)?.remain_downloads
  }
  await expect.poll(left).toBeLessThan(8)
  await leave()
})
