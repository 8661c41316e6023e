import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

/* Edges that are to be in line: of details, tiles and names. */

const { ask, visit } = journeys()

const open = async (page: Page, folder: string, layout: 'list' | 'grid' | 'gallery') => {
  await page.goto(`files?layout=${layout}&uri=${encodeURIComponent(folder)}`)
  await rowsOf(page).first().waitFor()
}

test.each([390, 320])('F4: at %i px details keep their margin on both sides', async (width) => {
  const { page, leave } = await visit({ as: 'owner', width, height: 844 })
  await open(page, 'svc://my/Documents', 'list')
  const row = page.getByRole('row', { name: /^Quarterly review/ })
  await row.getByRole('button', { name: /^Actions/ }).tap()
  await page.getByRole('menuitem', { name: /^Details/ }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Owner').waitFor()
  const edges = await sheet
    .locator('h2, h3, dt, dd, dd > *, button, a')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((each) => {
        const { left, right } = each.getBoundingClientRect()
        return { left, right }
      }),
    )
  expect(edges.length).toBeGreaterThan(12)
  const starts = edges.map(({ left }) => left)
  const ends = edges.map(({ right }) => width - right)
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(8)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(8)
  // Titles and facts begin at one edge.
  const titles = await sheet
    .locator('dt, h3')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)))
  expect(new Set(titles).size).toBe(1)
  expect(titles[0]).toBe(16)
  await takeScreenshot(page, `details-${width}`)
  await leave()
})

test.each([1440, 900])(
  'F1: at %i px folders and files of a grid are in the same columns, and both have a checkbox under the pointer',
  async (width) => {
    await ask('POST', '/file/create', { uri: 'svc://my/Mixed', type: 'folder' })
    for (const at of [1, 2, 3]) {
      await ask('POST', '/file/create', { uri: `svc://my/Mixed/Folder ${at}`, type: 'folder' })
      await ask('POST', '/file/create', { uri: `svc://my/Mixed/file ${at}.txt`, type: 'file' })
    }
    const { page, leave } = await visit({ as: 'owner', width })
    await open(page, 'svc://my/Mixed', 'grid')
    const row = (name: string) => page.getByRole('row', { name })
    const [first, second, third, folder, nextFolder] = await boxesOf(
      row('file 1.txt'),
      row('file 2.txt'),
      row('file 3.txt'),
      row('Folder 1'),
      row('Folder 2'),
    )
    // A folder is as wide as two files, for its name.
    expect([folder.left, nextFolder.left]).toEqual([first.left, third.left])
    expect(folder.right).toBe(second.right)
    expect(third.left - second.left).toBe(second.left - first.left)
    for (const name of ['Folder 3', 'file 3.txt']) {
      const opacity = () =>
        row(name)
          .getByRole('checkbox')
          .evaluate((box) => getComputedStyle(box).opacity)
      expect(await opacity(), name).toBe('0')
      await row(name).hover()
      await expect.poll(opacity).toBe('1')
    }
    await leave()
  },
)

test('T6: Show in folder arrives with the path, the row in sight and selected', async () => {
  let uri = 'svc://my'
  for (const name of ['Found again', 'Deep', 'Deeper']) {
    uri += `/${name}`
    await ask('POST', '/file/create', { uri, type: 'folder' })
  }
  for (let at = 10; at < 60; at++)
    await ask('POST', '/file/create', { uri: `${uri}/note ${at}.txt`, type: 'file' })
  await ask('DELETE', '/file', { uris: [`${uri}/note 58.txt`] })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('trash')
  await rowsOf(page).filter({ hasText: 'note 58.txt' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('button', { name: 'Show in folder' }).click()
  const row = rowsOf(page).filter({ hasText: 'note 58.txt' })
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
  await expect.poll(async () => (await boxesOf(row))[0].bottom).toBeLessThanOrEqual(860)
  await takeScreenshot(page, 'show-in-folder')
  // The bar of the selection has it in place of the links.
  await page.getByText('Deeper', { exact: true }).first().waitFor()
  await leave()
})

/** Where the text of an element begins, or what is typed in a field. */
const textStart = (target: Locator) =>
  target.evaluate((element) => {
    if (element instanceof HTMLInputElement) {
      const { borderLeftWidth, paddingLeft } = getComputedStyle(element)
      const { left } = element.getBoundingClientRect()
      return left + Number.parseFloat(borderLeftWidth) + Number.parseFloat(paddingLeft)
    }
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })

test.each(['list', 'grid', 'gallery'] as const)(
  'F2, L5: in a %s a name is typed, and waits, where it stood',
  async (layout) => {
    const folder = `svc://my/Names in a ${layout}`
    await ask('POST', '/file/create', { uri: folder, type: 'folder' })
    await ask('POST', '/file/create', { uri: `${folder}/letter.txt`, type: 'file' })
    const [mine, theirs] = [await visit({ as: 'owner' }), await visit({ as: 'owner' })]
    const { page } = mine
    await theirs.page.goto(`edit?uri=${encodeURIComponent(`${folder}/letter.txt`)}`)
    await theirs.page.getByText('Locks when you start typing').waitFor()
    await theirs.page.getByRole('textbox').first().focus()
    await theirs.page.keyboard.type('a')
    await theirs.page.getByText('Only you can edit while this is open').waitFor()
    await open(page, folder, layout)
    const row = rowsOf(page).first()
    const start = await textStart(row.locator('bdi').first())
    await row.focus()
    await page.keyboard.press('F2')
    const field = row.getByRole('textbox')
    await field.waitFor()
    expect(Math.abs((await textStart(field)) - start)).toBeLessThanOrEqual(1)
    await page.keyboard.type('reply')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Wait' }).click()
    await row.getByRole('img', { name: 'Renamed once it is unlocked' }).waitFor()
    expect(Math.abs((await textStart(row.locator('bdi').first())) - start)).toBeLessThanOrEqual(1)
    await takeScreenshot(page, `waiting-name-${layout}`)
    const tray = page.getByRole('region', { name: 'Waiting for locked items' })
    await tray.getByRole('button', { name: 'Cancel' }).click()
    theirs.allow(/./)
    await theirs.context.close()
    await mine.leave()
  },
)
