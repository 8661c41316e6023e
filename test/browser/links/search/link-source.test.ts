import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { linkExport } from '#src/i18n/zh-CN/links/link-export.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../../app-server.ts'
import { journeys } from '../../journeys.ts'
import {
  arrowToRow,
  chinesePhone,
  choose,
  createLink,
  longPress,
  namesOf,
  tabTo,
} from '../link-journey.ts'

/* From links to their items, and out of the list into a file: by keys, and by touch in Chinese. */

const { visit, ask } = journeys()

const { linkDetails } = zhCN
const { links } = zhCN

/** A link to a file in a folder, and one to a file that was deleted afterwards. */
async function createLinks(folder: string): Promise<void> {
  await createLink(ask, `${folder}/${folder} kept.txt`)
  // The first row, on which Files begins without an item to show.
  await ask('POST', '/file/create', { uri: `svc://my/${folder}/Another.txt`, type: 'file' })
  await createLink(ask, `${folder}/${folder} gone.txt`)
  await ask('DELETE', '/file', { uris: [`svc://my/${folder}/${folder}%20gone.txt`] })
}

async function openList(page: Page, search: string): Promise<void> {
  await page.goto(`shares?q=${encodeURIComponent(search)}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
}

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('aria-label'))

test('S10: by keys, a link leads to its item in Files, and to the trash when that was deleted', async () => {
  await createLinks('Atlas')
  const { page, leave } = await visit({ as: 'owner' })
  await openList(page, 'Atlas kept')
  await arrowToRow(page)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByRole('button', { name: 'Show' }).waitFor()
  await tabTo(page, 'Show')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/files\?.*Atlas/)
  await expect.poll(() => focusedRow(page)).toContain('Atlas kept.txt')

  await openList(page, 'Atlas gone')
  await arrowToRow(page)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Show in Files' }).press('Enter')
  await page.waitForURL(/\/trash\?q=/)
  await expect.poll(() => namesOf(page)).toEqual(['Atlas gone.txt'])
  await leave()
})

test('S10: on a phone, in Chinese, a link leads to its item in Files, and to the trash, by touch', async () => {
  await createLinks('Globe')
  const { page, leave } = await visit(chinesePhone)
  await openList(page, 'Globe kept')
  await rowsOf(page).first().tap()
  await page.getByRole('dialog').getByRole('button', { name: linkDetails.showSource }).tap()
  await page.waitForURL(/\/files\?.*Globe/)
  await rowsOf(page).filter({ hasText: 'Globe kept.txt' }).waitFor()

  await openList(page, 'Globe gone')
  await rowsOf(page).first().tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: linkDetails.showInTrash }).waitFor()
  await expectAccessible(page, 'a link whose item is in the trash, on a phone')
  await takeScreenshot(page, 'link-in-trash-phone')
  await sheet.getByRole('button', { name: linkDetails.showInTrash }).tap()
  await page.waitForURL(/\/trash\?q=/)
  await expect.poll(() => namesOf(page)).toEqual(['Globe gone.txt'])
  await leave()
})

test('S11: on a phone, in Chinese, selected links are saved as CSV and as JSON, with passwords only when asked for', async () => {
  await createLink(ask, 'Tally =1+1.txt', { is_private: true, password: 'geheim77' })
  await createLink(ask, 'Tally two.txt')
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares?q=Tally')
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  const words = linkExport
  const save = async (change: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await choose(page, links.export)
    const dialog = page.getByRole('dialog', { name: words.title(2) })
    await change(dialog)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: words.download, exact: true }).tap(),
    ])
    await dialog.waitFor({ state: 'detached' })
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    }
  }
  for (const row of await rowsOf(page).all()) await longPress(page, row)
  const csv = await save(async () => {})
  expect(csv.name).toMatch(/^latchkey-links-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text.split('\r\n')[0]).toMatch(/^\ufeff名称,类型,文件夹,链接,状态/)
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(csv.text).not.toContain('geheim77')
  const json = await save(async (dialog) => {
    await dialog.getByText(words.formats.json, { exact: true }).tap()
    await dialog.getByText(words.columns.password).tap()
    await dialog.getByText(words.passwordsText).waitFor()
    await expectAccessible(page, 'export with passwords, on a phone')
  })
  expect(json.name).toMatch(/\.json$/)
  const exported = JSON.parse(json.text) as Record<string, unknown>[]
  expect(exported).toHaveLength(2)
  expect(json.text).toContain('geheim77')
  await leave()
})
