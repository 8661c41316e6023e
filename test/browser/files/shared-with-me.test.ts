import { expect, test } from 'vitest'
import { displayName } from '#src/i18n/names.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { expectFocus, focusBy } from '../focus.ts'
import { journeys } from '../journeys.ts'
import { createLink } from '../links/link-journey.ts'

const { visit, ask } = journeys()

type Links = { shares: { id: string; name: string; url: string }[] }
const place = 'files?uri=svc%3A%2F%2Fshared_with_me'

test('S18: a link of somebody else is saved from its page, opened from Files and removed again', async () => {
  const { page, leave } = await visit({ as: 'colleague' })
  const { shares: links } = await ask<Links>('GET', '/share?page_size=100')
  const { id = '' } = links.find(({ name }) => name === 'Attendees.csv') ?? {}
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: 'Save to Shared with me' }).click()
  await page.getByRole('link', { name: 'In Shared with me' }).waitFor()
  await expectAccessible(page, 'page of a saved link')
  await takeScreenshot(page, 'saved-link')
  await page.getByRole('link', { name: 'In Shared with me' }).click()
  const row = page.getByRole('row', { name: 'Attendees.csv' })
  await row.waitFor()
  await row.click()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Attendees.csv' }).waitFor()
  await page.goBack()
  await row.click()
  await page.keyboard.press('Delete')
  await page.getByText(/removed from Shared with me/).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('button', { name: /^Undo: / }).click()
  await row.waitFor()
  await leave()
})

test('S18: the place is reached on a phone too, in Chinese, and marks dead links', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844, language: 'zh-CN' })
  await page.goto('files')
  await rowsOf(page).first().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: '分享给我的' }).tap()
  await page.getByRole('heading', { name: '分享给我的' }).waitFor()
  await page.getByText('失效链接').waitFor()
  await expectAccessible(page, 'shared with me')
  await takeScreenshot(page, 'shared-with-me-phone')
  await leave()
})

test('S18, G7: a folder that somebody shares is saved on its page, entered and left by keys alone', async () => {
  const { page, leave } = await visit({ as: 'colleague' })
  const { shares: links } = await ask<Links>('GET', '/share?page_size=100')
  const { id = '' } = links.find(({ name }) => name === 'Press kit') ?? {}
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: 'Save to Shared with me' }).waitFor()
  await expectFocus(page, 'Fact sheet.pdf')
  await focusBy(page, 'Shift+Tab', /^Save to Shared with me$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Remove from Shared with me')
  await page.getByRole('status').getByText('In Shared with me', { exact: true }).waitFor()
  await focusBy(page, 'Shift+Tab', /^Shared with me$/)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Press kit' }).waitFor()
  // Letters go to names.
  await page.keyboard.type('Press')
  await expectFocus(page, 'Press kit')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Fact sheet.pdf')
  const marked = page.locator('nav [aria-current]').filter({ hasText: 'Shared with me' })
  await marked.first().waitFor()
  await page.keyboard.press('Backspace')
  await expectFocus(page, 'Press kit')
  await leave()
})

test('S18: on a phone, in Chinese, a link is saved on its page and removed from the list by touch', async () => {
  const name = 'Für Lin.txt'
  const id = await createLink(ask, name)
  const { page, leave } = await visit({
    as: 'colleague',
    width: 390,
    height: 844,
    language: 'zh-CN',
    theme: 'dark',
  })
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: zhCN.sharedWithMe.save }).tap()
  await page.getByRole('link', { name: zhCN.sharedWithMe.saved }).waitFor()
  await expectAccessible(page, 'page of a saved link on a phone')
  await takeScreenshot(page, 'saved-link-phone')
  await page.getByRole('link', { name: zhCN.sharedWithMe.saved }).tap()
  const item = page.getByRole('row', { name })
  await item.getByRole('button', { name: zhCN.files.actionsFor(displayName(name)) }).tap()
  await page.getByRole('menuitem', { name: zhCN.files.remove }).tap()
  await page.getByText(/^已从“分享给我的”中移除/).waitFor()
  await expect.poll(() => item.count()).toBe(0)
  await page.getByRole('button', { name: zhCN.common.undo }).tap()
  await item.waitFor()
  await leave()
})

test('S18, F1: the shortcut to a picture of somebody else shows its thumbnail', async () => {
  const name = 'Birches behind the house.jpg'
  const uri = `svc://my/Photos/Home/${encodeURIComponent(name)}`
  const id = (await ask<string>('PUT', '/share', { uri })).split('/s/')[1] ?? ''
  const { page, leave } = await visit({ as: 'colleague' })
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: 'Save to Shared with me' }).click()
  await page.getByRole('link', { name: 'In Shared with me' }).click()
  const picture = page.getByRole('row', { name }).locator('img[src]')
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await takeScreenshot(page, 'shared-with-me-thumbnail')
  await leave()
})

test.each([320, 390])('S18: at %i px a shared folder says whose it is', async (width) => {
  const { page, leave } = await visit({ as: 'owner', width, height: 844 })
  await page.goto(place)
  await page.getByRole('row', { name: 'Field notes' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Stamsund.txt' }).waitFor()
  const words = page.getByText(/^Shared by/)
  await words.waitFor()
  await takeScreenshot(page, `shared-folder-${width}`)
  const [said, list] = await boxesOf(words, page.getByRole('grid'))
  expect(said.height).toBeGreaterThan(12)
  expect(said.right).toBeLessThanOrEqual(width)
  expect(said.bottom).toBeLessThanOrEqual(list.top)
  await leave()
})

test('S18, G8: a name from right to left stands where others do', async () => {
  const nick = 'לין אוקפור'
  await ask('PATCH', '/user/setting', { nick }, 'colleague')
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`${place}&layout=list`)
  const row = page.getByRole('row', { name: 'Field notes' })
  const name = row.getByText(nick)
  await name.waitFor()
  const [before, after] = await boxesOf(row.getByRole('img', { name: 'Shortcut' }), name)
  expect(after.left - before.right).toBeGreaterThanOrEqual(4)
  await takeScreenshot(page, 'shared-with-me-right-to-left')
  await leave()

  const theirs = await visit({ as: 'colleague' })
  await theirs.page.goto('files')
  const own = theirs.page.getByRole('button', { name: nick }).locator('bdi')
  await own.waitFor()
  /** In px: from the edge of the box of the name to its first letter on the left. */
  const inset = await own.evaluate((box) => {
    const text = document.createRange()
    text.selectNodeContents(box)
    return text.getBoundingClientRect().left - box.getBoundingClientRect().left
  })
  expect(inset).toBeLessThan(2)
  await theirs.leave()
})

test('G8: a name from right to left begins where others do in the result of a deletion, too', async () => {
  const names = ['تقرير المبيعات ٢٠٢٦.docx', 'Sales report 2026.docx']
  await ask('POST', '/file/create', { uri: 'svc://my/Reports', type: 'folder' })
  const uris = names.map((name) => `svc://my/Reports/${encodeURIComponent(name)}`)
  for (const uri of uris) await ask('POST', '/file/create', { uri, type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.route('**/api/v4/file', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          json: {
            code: 40073,
            msg: 'Lock conflict',
            data: uris.map((path) => ({ path, token: path, type: 0, owner: { owner: '' } })),
          },
        })
      : route.continue(),
  )
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Reports')}&layout=list`)
  await rowsOf(page).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip locked' }).click()
  await page.getByRole('button', { name: 'Show details…' }).click()
  const lines = page.getByRole('dialog').getByRole('listitem')
  await lines.first().waitFor()
  /** In px: where the letters of the name begin on the left. */
  const left = await lines.evaluateAll((all) =>
    all.map((line) => {
      const parts = [...line.querySelectorAll('bdi > [aria-hidden]')]
      return Math.min(...parts.map((part) => part.getBoundingClientRect().left))
    }),
  )
  expect(left).toHaveLength(2)
  expect(Math.abs((left[0] ?? 0) - (left[1] ?? Infinity))).toBeLessThan(2)
  await leave()
})
