import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

/* What is below or beside each other is in line, also on phones, offline and with names from right to left. */

const { ask, visit } = journeys()

const create = (uri: string, type: 'file' | 'folder' = 'file') =>
  ask('POST', '/file/create', { uri, type })
const filesAt = (uri: string) => `files?layout=list&uri=${encodeURIComponent(uri)}`
const phone = { as: 'owner', width: 390, height: 844 } as const

/** Where the visible text of each begins and ends, in px from the left of the window. */
const textsOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const rects: DOMRect[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // The whole of a name that is cut is there for screen readers only.
        if (getComputedStyle(text.parentElement as Element).opacity === '0') continue
        const range = document.createRange()
        range.selectNodeContents(text)
        rects.push(range.getBoundingClientRect())
      }
      return {
        start: Math.round(Math.min(...rects.map(({ left }) => left))),
        end: Math.round(Math.max(...rects.map(({ right }) => right))),
      }
    }),
  )
async function upload(page: Page, ...names: string[]) {
  const files = names.map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('a first line\nand more'),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
}

test('F2, G9: in the panel of uploads a name from right to left begins where the others do', async () => {
  await create('svc://my/In line', 'folder')
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(filesAt('svc://my/In line'))
  await page.getByText('This folder is empty').or(page.getByText('Drop files here')).waitFor()
  await upload(page, 'plan of the week.txt', 'רשימת קניות לשבת.txt')
  const panel = page.getByRole('region', { name: 'Uploads' })
  await panel.getByText('2 files uploaded').waitFor()
  const rows = panel.getByRole('listitem')
  await rows.nth(1).waitFor()
  const starts = (await textsOf(rows.locator('bdi'))).map(({ start }) => start)
  expect(starts).toHaveLength(2)
  expect(starts[1]).toBe(starts[0])
  await leave()
})

test('T10: on a phone both sides of a clash begin at one height', async () => {
  await create('svc://my/Two sides/plan.txt')
  const { page, leave } = await visit(phone)
  await page.goto(filesAt('svc://my/Two sides'))
  await rowsOf(page).first().waitFor()
  await upload(page, 'plan.txt')
  const question = page.getByRole('dialog', { name: '1 file is already here' })
  await question.getByText('a first line').waitFor()
  const sides = question.getByText(/^(To be uploaded|Already there)$/).filter({ visible: true })
  // Both are read at one moment: the dialog still moves while it opens.
  const tops = await sides.evaluateAll((all) => all.map((side) => side.getBoundingClientRect().y))
  expect(tops).toHaveLength(2)
  expect(tops[1]).toBe(tops[0])
  await leave()
})

test('G9: on a phone the account button is within the line that says that one is offline', async () => {
  const { page, context, leave, allow } = await visit({ ...phone, language: 'zh-CN' })
  // Counts and events that cannot be read meanwhile.
  allow(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(filesAt('svc://my/Documents'))
  await rowsOf(page).first().waitFor()
  await context.setOffline(true)
  const line = page.getByRole('status').filter({ hasText: '你已离线' })
  await line.waitFor()
  const [account, around] = await boxesOf(page.getByRole('button', { name: /Mei Wang/ }), line)
  expect(around.bottom).toBeGreaterThanOrEqual(account.bottom)
  await leave()
})

test('L12, G7: on a phone the bar of a job begins where its text does', async () => {
  const { page, leave } = await visit(phone)
  await page.goto(filesAt('svc://my/Finance/2026'))
  await rowsOf(page).first().focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  const bar = page.getByRole('region', { name: /^Deleting / })
  const [track] = await boxesOf(bar.getByRole('progressbar'))
  const [title] = await textsOf(bar.locator('b'))
  expect(track.x).toBe(title?.start)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // There is nothing to take back before the deletion has ended.
  await page.getByRole('button', { name: /^Undo: / }).waitFor()
  await page.keyboard.press('Control+z')
  await rowsOf(page).filter({ hasText: 'Receipts.csv' }).waitFor()
  await leave()
})

test('G7: in the picker of folders the paths of what is found elsewhere end at one edge', async () => {
  await create('svc://my/Sought/Below a folder with a name/Sought too', 'folder')
  await create('svc://my/Aside/letter.txt')
  await create('svc://my/Aside/Another', 'folder')
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(filesAt('svc://my/Aside'))
  await rowsOf(page).filter({ hasText: 'letter.txt' }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Move…', exact: true }).click()
  const picker = page.getByRole('dialog', { name: /^Move / })
  await picker.getByRole('combobox').fill('Sought')
  await expect.poll(() => picker.getByRole('option').count()).toBe(2)
  const places = await textsOf(picker.getByRole('option').locator('small'))
  expect(places).toHaveLength(2)
  expect(places[1]?.end).toBe(places[0]?.end)
  await leave()
})

test('G7: on a phone the button that only closes is the last of a dialog', async () => {
  await create('svc://my/Last/letter.txt')
  const { page, leave } = await visit(phone)
  await page.goto(filesAt('svc://my/Last'))
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Actions/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Move…', exact: true }).tap()
  const lowest = async (dialog: Locator) => {
    const buttons = await dialog.getByRole('button').evaluateAll((all) =>
      all.map((button) => ({
        name: (button as HTMLElement).innerText,
        y: button.getBoundingClientRect().y,
      })),
    )
    return buttons.toSorted((a, b) => b.y - a.y)[0]?.name
  }
  const picker = page.getByRole('dialog', { name: /^Move / })
  await picker.getByRole('button', { name: 'New folder' }).waitFor()
  expect(await lowest(picker)).toBe('Cancel')
  await page.goto(`view-settings?folder=${encodeURIComponent('svc://my/Last')}`)
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Presets…' }).tap()
  const presets = page.getByRole('dialog', { name: 'Presets' })
  await presets.getByRole('button', { name: 'Close' }).waitFor()
  expect(await lowest(presets)).toBe('Close')

  await page.goto(filesAt('svc://my/Finance/2026'))
  await rowsOf(page).first().focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip locked' }).tap()
  await page.getByRole('button', { name: 'Show details…' }).tap()
  const result = page.getByRole('dialog', { name: /moved to the trash/ })
  await result.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await lowest(result)).toBe('Close')
  await leave()
})
