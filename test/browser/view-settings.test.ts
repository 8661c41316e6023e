import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from './app-server.ts'
import { boxesOf } from './boxes.ts'
import { journeys } from './journeys.ts'
import { expectAccessibleInBothThemes } from './themes.ts'

/* Deciding how a folder looks, and seeing it before saving. */

const here = journeys()
const { ask, visit } = here

const city = 'svc://my/Photos/City'
const lofoten = 'svc://my/Photos/Lofoten, summer 2026'
const settingsOf = (uri: string) => `view-settings?folder=${encodeURIComponent(uri)}`
const filesOf = (uri: string) => `files?uri=${encodeURIComponent(uri)}`

type Stored = { extended_info: { view?: Record<string, unknown> } }
async function storedView(uri: string) {
  const path = `/file/info?extended=true&uri=${encodeURIComponent(uri)}`
  return (await ask<Stored>('GET', path)).extended_info.view
}

async function openSettings(page: Page, uri: string): Promise<void> {
  await page.goto(settingsOf(uri))
  await rowsOf(page).first().waitFor()
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, layout: string) =>
  page.getByText(layout, { exact: true }).first().click()
const columnNames = (page: Page) =>
  page.getByRole('group', { name: 'Columns' }).locator('li bdi').allTextContents()
const heads = (page: Page) => page.locator('[role=grid] [role=columnheader]').allTextContents()
const save = async (page: Page) => {
  await press(page, 'Save view')
  await page.getByText('View saved').waitFor()
}

test('V1, V3: every field is set, saved, there after a restart, and seen in Files by a second browser', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openSettings(page, city)
  // A column of an unknown type is kept.
  await expect
    .poll(() => columnNames(page))
    .toEqual(['Name', 'Modified', 'Camera', 'Exposure', 'Unknown column (97)', 'Size'])
  await choose(page, 'Gallery')
  await page.getByRole('slider').fill('310')
  await choose(page, 'List')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Size')
  await press(page, /^Direction/)
  await page.getByRole('textbox', { name: 'Items per page' }).fill('60')
  await page.getByText('Show thumbnails').click()
  await press(page, /^Remove .*Exposure/)
  await press(page, 'Add column…')
  await page.getByRole('combobox', { name: 'Search columns' }).fill('iso')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Width of .*ISO/ }).fill('95')

  // By the pointer: the last goes behind the first.
  const [handle, first] = await boxesOf(
    page.getByRole('button', { name: /^Move .*ISO/ }),
    page.getByRole('button', { name: /^Move .*Modified/ }),
  )
  await page.mouse.move(handle.x + 10, handle.y + 10)
  await page.mouse.down()
  await page.locator('[data-dragged]').waitFor()
  await page.mouse.move(first.x + 10, first.y + 4, { steps: 8 })
  await takeScreenshot(page, 'view-columns-dragging')
  await page.mouse.up()
  await expect
    .poll(() => columnNames(page))
    .toEqual(['Name', 'ISO', 'Modified', 'Camera', 'Unknown column (97)', 'Size'])
  await expect.poll(() => heads(page)).toEqual(['Name', 'ISO', 'Modified', 'Camera', 'Size'])
  await takeScreenshot(page, 'view-list')
  await save(page)
  await leave()

  await here.powerCut()
  expect(await storedView(city)).toEqual({
    page_size: 60,
    order: 'size',
    order_direction: 'asc',
    view: 'list',
    gallery_width: 310,
    columns: [
      { type: 0, width: 320 },
      { type: 11, width: 95 },
      { type: 1 },
      { type: 3, width: 140, props: { metadata_key: 'exif:camera_model' } },
      { type: 97, width: 90 },
      { type: 2 },
    ],
  })
  const second = await visit({ as: 'owner' })
  await second.page.goto(filesOf(city))
  await rowsOf(second.page).first().waitFor()
  await expect
    .poll(async () => (await heads(second.page)).slice(0, 6))
    .toEqual(['', 'Name', 'ISO', 'Modified', 'Camera', 'Size'])
  expect(
    await second.page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort'),
  ).toBe('ascending')
  await second.leave()
})

test('V1, V4, G7: by keyboard alone, from Files and back', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(filesOf(lofoten))
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).focus()
  for (const key of ['Enter', 'End', 'Enter']) {
    await page.keyboard.press(key)
    if (key === 'Enter')
      await page.locator('[role=menu],[role=slider],input[type=range]').first().waitFor()
  }
  await page.getByRole('radio', { name: 'Gallery' }).waitFor()
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      const found = await page.evaluate(() => {
        const at = document.activeElement
        if (!at?.matches('button, input, a')) return ''
        return at.getAttribute('aria-label') ?? at.closest('label')?.textContent ?? at.textContent
      })
      if (name.test(found)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(name)}`)
  }
  await page.locator('#content').focus()
  await tabTo(/Gallery/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('radio', { name: 'List' }).isChecked()).toBe(true)
  await tabTo(/^Move .*Modified/)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => columnNames(page)).toEqual(['Name', 'Modified', 'Size'])
  await page.getByText(/is now column 2 of 3/).waitFor({ state: 'attached' })
  await tabTo(/^Add column/)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search columns' }).waitFor()
  await page.keyboard.type('taken')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect.poll(() => columnNames(page)).toEqual(['Name', 'Modified', 'Size'])
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+s')
  await page.getByText('View saved').waitFor()
  // Nothing is unsaved, so Back does not ask.
  await page.goBack()
  await page.waitForURL(/\/files\?/)
  await rowsOf(page).first().waitFor()
  await expect
    .poll(async () => (await heads(page)).slice(0, 5))
    .toEqual(['', 'Name', 'Modified', 'Size', 'Taken'])
  await leave()
})

test('V4: Back, a link and closing the tab ask; what is kept is kept', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(filesOf('svc://my/Photos'))
  await rowsOf(page).first().waitFor()
  await press(page, 'View')
  await page.getByRole('menuitem', { name: 'View settings' }).click()
  await rowsOf(page).first().waitFor()
  await choose(page, 'List')
  await page.getByRole('status').getByText('1 change').waitFor()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await takeScreenshot(page, 'view-leaving')
  await press(page, 'Stay')
  await question.waitFor({ state: 'detached' })
  expect(page.url()).toContain('/view-settings')
  let asked = ''
  page.once('dialog', (prompt) => {
    asked = prompt.type()
    void prompt.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toBe('beforeunload')
  await page.goBack()
  await question.waitFor()
  await press(page, 'Discard and leave')
  await page.waitForURL(/\/files\?/)
  await leave()
})

test('V7, V8: somebody else’s folder, and a change from elsewhere', async () => {
  const { shares: links } = await ask<{ shares: { id: string; name: string }[] }>(
    'GET',
    '/share?page_size=100',
  )
  const shared = links.find(({ name }) => name === 'Onboarding')
  if (!shared) throw new Error(`no such share among ${links.map(({ name }) => name).join(', ')}`)
  const other = await visit({ as: 'colleague' })
  await openSettings(other.page, `svc://${shared.id}@share`)
  await other.page.getByText(/Only the owner can save/).waitFor()
  await choose(other.page, 'Gallery')
  await expectAccessible(other.page, 'read-only')
  await takeScreenshot(other.page, 'view-read-only')
  await other.page.getByRole('link', { name: 'Use for now' }).click()
  await other.page.waitForURL(/layout=/)
  await rowsOf(other.page).first().waitFor()
  await other.leave()

  const { page, leave } = await visit({ as: 'owner' })
  await openSettings(page, lofoten)
  await choose(page, 'Grid')
  const theirs = {
    page_size: 80,
    order: 'name',
    order_direction: 'asc',
    view: 'gallery',
    gallery_width: 120,
  }
  await ask('PATCH', '/file/view', { uri: lofoten, view: theirs })
  await press(page, 'Save view')
  await page
    .getByRole('alert')
    .getByText(/was changed elsewhere/)
    .waitFor()
  await expectAccessible(page, 'changed elsewhere')
  await takeScreenshot(page, 'view-conflict')
  await press(page, 'Keep mine')
  await save(page)
  expect(await storedView(lofoten)).toMatchObject({ view: 'grid' })
  await leave()
})

for (const look of [
  { name: 'wide' },
  { name: 'phone', width: 390, height: 844 },
  { name: 'chinese', language: 'zh-CN' },
] as const) {
  test(`G7: ${look.name}, light and dark: accessible in each state`, async () => {
    const { page, leave } = await visit({ as: 'owner', ...look })
    const state = (name: string) =>
      expectAccessibleInBothThemes(page, `${name}, ${look.name}`, `view-${name}-${look.name}`)
    await openSettings(page, 'svc://my/Photos/Home')
    await page.locator('input[type=radio]').nth(0).check({ force: true })
    await rowsOf(page).first().waitFor()
    await state('list')
    await page.getByRole('button', { name: /^(?:Add column…|添加列…)$/ }).click()
    await page.locator('[role=listbox]').waitFor()
    await state('add-column')
    await page.keyboard.press('Escape')
    await page.locator('input[type=radio]').nth(1).check({ force: true })
    await page.locator('[role=grid] img').first().waitFor()
    await state('grid')
    await page.locator('input[type=radio]').nth(2).check({ force: true })
    await page.locator('[role=grid] img').first().waitFor()
    await state('gallery')
    await page.locator('input[inputmode=numeric]').first().fill('1e3')
    await state('invalid')
    await page.locator('nav a[href="/trash"]').click()
    await page.locator('dialog[open]').waitFor()
    await state('leave')
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true)
    await leave()
  })
}

test.each([1440, 390])('V4: at %i px a message does not cover what was changed', async (width) => {
  const { page, leave } = await visit({ as: 'owner', width, height: 860 })
  // It has only folders, so that its view can be saved for them too.
  await page.goto(settingsOf('svc://my/Photos'))
  const layouts = page.getByRole('radio')
  const [saved, changed] = width === 390 ? [2, 0] : [0, 2]
  await layouts.nth(saved).check({ force: true })
  await save(page)
  await layouts.nth(changed).check({ force: true })
  const bar = page.getByRole('region', { name: 'What changes' })
  await bar.getByRole('button', { name: 'Save and apply to subfolders…' }).waitFor()
  // Messages come up from a few px below their place.
  const gap = async () => {
    const [over, under] = await boxesOf(page.getByText('View saved'), bar)
    return under.top - over.bottom
  }
  await expect.poll(gap).toBeGreaterThan(0)
  for (const button of await bar.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(width)
  }
  await leave()
})
