import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { rowsOf, takeScreenshot } from '../../app-server.ts'
import { boxesOf } from '../../boxes.ts'
import { journeys } from '../../journeys.ts'
import { createLink } from '../link-journey.ts'

/* Links in windows of every width: names have room, no fact is cut, and buttons have room. */

const { visit, ask } = journeys()

/** Facts in the rows of a list that are cut, lie over a button or run out of their card. Long names and folders may be shortened. */
const cutFacts = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    for (const card of document.querySelectorAll('[role=grid] [role=row][aria-rowindex]')) {
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      const buttons = [...card.querySelectorAll('button')].map((each) =>
        each.getBoundingClientRect(),
      )
      while (texts.nextNode()) {
        const { currentNode: text } = texts
        const parent = text.parentElement
        // `access-room.test.ts` is about access.
        if (!parent || parent.closest('bdi, button, .sr-only, [data-tooltip-if=cut]')) continue
        const range = document.createRange()
        range.selectNode(text)
        // The mark of a state is drawn before its word.
        const { width, marginInlineStart } = getComputedStyle(parent, '::before')
        const before =
          parent.dataset['tooltip'] && width !== 'auto'
            ? Math.min(parseFloat(marginInlineStart) || 0, 0)
            : 0
        const around: DOMRect[] = []
        for (
          let each: Element | null = parent;
          each && card.contains(each);
          each = each.parentElement
        )
          if (each === card || getComputedStyle(each).overflow !== 'visible')
            around.push(each.getBoundingClientRect())
        const left = before < 0 ? parent.getBoundingClientRect().left + before : Infinity
        // A fact that has no room is left out whole.
        const isLeftOut = (box: DOMRect) => around.some((outer) => box.top >= outer.bottom - 0.5)
        for (const box of range.getClientRects())
          if (
            !isLeftOut(box) &&
            (around.some(
              (outer) =>
                Math.min(box.left, left) < outer.left - 0.5 ||
                box.right > outer.right + 0.5 ||
                box.top < outer.top - 0.5 ||
                box.bottom > outer.bottom + 0.5,
            ) ||
              buttons.some(
                (button) =>
                  box.right > button.left &&
                  button.right > box.left &&
                  box.bottom > button.top &&
                  button.bottom > box.top,
              ))
          )
            cut.push(`${card.getAttribute('aria-label')}: ${text.textContent}`)
      }
    }
    return cut
  })
for (const width of [390, 320])
  for (const language of ['en', 'zh-CN'] as const)
    test(`S1, G7: at ${width} px a link has two lines, in which no fact is cut (${language})`, async () => {
      const { page, leave } = await visit({ as: 'owner', width, height: 4_000, language })
      await page.goto('shares')
      await rowsOf(page)
        .last()
        .getByText(language === 'en' ? /visits?$/ : /访问/)
        .waitFor()
      expect((await rowsOf(page).first().boundingBox())?.height).toBe(61)
      // The second line holds the state and all that follows it; only a long access goes on in a third.
      const inThree = await rowsOf(page).evaluateAll((cards) =>
        cards.flatMap((card) => {
          const text = card.querySelector('[data-state]')?.parentElement
          return text && text.clientHeight > 20 ? (text.textContent ?? '') : []
        }),
      )
      for (const text of inThree) expect(text).toMatch(/ · |password|密码/)
      expect(inThree.length).toBeLessThan(8)
      // Who may open it is on every card.
      const audience = language === 'en' ? /Public|[Gg]roup|eople|Lin/ : /公开|组|人|Lin/
      await expect.poll(() => rowsOf(page).filter({ hasNotText: audience }).count()).toBe(0)
      expect(await cutFacts(page)).toEqual([])
      await takeScreenshot(page, `share-cards-${width}-${language}`)
      await leave()
    })

for (const width of [390, 320])
  test(`S1, G7: at ${width} px who may open a link is in sight on each card, whatever the links are sorted by`, async () => {
    const { page, leave } = await visit({ as: 'owner', width, height: 4_000 })
    for (const sort of ['created', 'visits', 'name']) {
      await page.goto(`shares?sort=${sort}`)
      await rowsOf(page).last().locator('[data-state]').waitFor()
      const hidden = await rowsOf(page).evaluateAll((cards) =>
        cards
          .filter((card) => {
            const line = card.querySelector('[data-state]')?.parentElement
            const access = line?.querySelector('[data-access]')?.getBoundingClientRect()
            return !line || !access || access.bottom > line.getBoundingClientRect().bottom + 0.5
          })
          .map((card) => card.getAttribute('aria-label')),
      )
      expect(hidden, `sorted by ${sort}`).toEqual([])
    }
    await leave()
  })

for (const language of ['en', 'zh-CN'] as const)
  test(`S1, G7: at 640 px a row of a link has no fact that is cut (${language})`, async () => {
    const { page, leave } = await visit({ as: 'owner', width: 640, height: 2_000, language })
    await page.goto('shares')
    const row = page.getByRole('row', { name: '会议记录' })
    const access = row.getByText(language === 'en' ? /your group can change/ : /你的组可更改/)
    await access.waitFor()
    const around = access.locator('..')
    expect(await around.evaluate((fact) => fact.scrollWidth - fact.clientWidth)).toBe(0)
    // A long one does not leave the line.
    const long = page
      .getByRole('row', { name: 'Budget 2026.xlsx' })
      .locator('[data-tooltip-if=cut]', { hasText: 'Lin' })
    const [line, text] = await boxesOf(long.locator('../..'), long)
    expect(text.top).toBeLessThan(line.bottom)
    expect(await cutFacts(page)).toEqual([])
    await takeScreenshot(page, `share-rows-640-${language}`)
    await leave()
  })

test('S1, G7: at 390 px the state of a link to a file is in one line in the details of the file', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Documents')}`)
  await page
    .getByRole('row', { name: 'Quarterly review.pdf' })
    .getByRole('button', { name: /^Actions|^More/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Details' }).tap()
  const state = page.getByRole('dialog').getByText(/^Expires in/)
  await state.waitFor()
  await takeScreenshot(page, 'file-details-390')
  expect((await state.boundingBox())?.height).toBeLessThan(24)
  await leave()
})

test('S1: a compact row says in its one line who may change something, and cuts no fact', async () => {
  const change = encodeBoolset([SharePermission.read, SharePermission.update])
  await createLink(ask, 'Open to members.txt', { permissions: { ...noPermissions, other: change } })
  const { page, leave } = await visit({ as: 'owner', width: 1_280 })
  await page.addInitScript(() =>
    localStorage.setItem('latchkey.preferences', JSON.stringify({ density: 'compact' })),
  )
  await page.goto('shares?q=members')
  const row = page.getByRole('row', { name: 'Open to members.txt' })
  const access = row.getByText('Signed-in people · can change')
  await access.waitFor()
  const lines = await access.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
  await takeScreenshot(page, 'compact-1280')
  await page.goto('shares')
  const long = page.getByRole('row', { name: /^Screenshot 2026/ })
  await long.waitFor()
  expect(await cutFacts(page)).toEqual([])
  // A name that has no room is cut before its extension.
  await page.setViewportSize({ width: 640, height: 860 })
  const over = () =>
    long
      .locator('bdi')
      .first()
      .evaluate((name) => {
        const line = name.parentElement?.parentElement as HTMLElement
        return name.getBoundingClientRect().right - line.getBoundingClientRect().right
      })
  await expect.poll(over).toBeLessThanOrEqual(0)
  await leave()
})

test('S1: on a phone the buttons stay beside the count of 100,000 links', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844, language: 'zh-CN' })
  await page.goto('shares?state=dead')
  await rowsOf(page).first().waitFor()
  const header = page.locator('header').filter({ has: page.locator('h1') })
  const heightOf = async () => (await header.boundingBox())?.height
  const before = await heightOf()
  await header
    .getByRole('status')
    .evaluate((count) => (count.firstChild as Text).replaceWith('100,000 个链接中的 30,902 个'))
  expect(await heightOf()).toBe(before)
  await takeScreenshot(page, 'long-count-390')
  await leave()
})

test('S7, G7: on a phone the message about a deletion has room for Undo and for doing it now', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 640 })
  await page.goto('shares')
  await rowsOf(page)
    .first()
    .tap({ position: { x: 140, y: 20 } })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).tap()
  const [now] = await boxesOf(page.getByRole('button', { name: 'Delete now' }))
  expect(now.right).toBeLessThanOrEqual(308)
  await takeScreenshot(page, 'deleting-320')
  const undo = page.getByRole('button', { name: /^Undo: / })
  await undo.tap()
  await undo.waitFor({ state: 'detached' })
  await leave()
})

for (const path of ['shares', 'trash'])
  test(`S1, T1: a name in ${path} has 280 px from 640 px on, and never fewer px in a wider window`, async () => {
    const { page, leave } = await visit({ as: 'owner', width: 640 })
    await page.goto(path)
    await rowsOf(page).first().waitFor()
    const grid = page.getByRole('grid')
    const name = page.getByRole('columnheader', { name: 'Name' })
    let before = 280
    for (let width = 640; width <= 1_960; width += 40) {
      await page.setViewportSize({ width, height: 800 })
      // Which columns there are is decided in the frame after the change.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      const now = (await name.boundingBox())?.width ?? 0
      expect(now, `at ${width} px`).toBeGreaterThanOrEqual(before)
      before = now
      expect(
        await grid.evaluate((grid) => grid.scrollWidth - grid.clientWidth),
        `sideways at ${width} px`,
      ).toBe(0)
    }
    await leave()
  })

test('G7: below 1000 px the sidebar is a rail whose icons have tooltips, and the search of the trash has room', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 768, height: 1_024 })
  await page.goto('trash')
  const first = rowsOf(page).first()
  await first.waitFor()
  // The first row has the focus; its ring is for those who use keys.
  const ring = () =>
    page.evaluate(() => [
      document.activeElement?.getAttribute('aria-rowindex'),
      getComputedStyle(document.activeElement as Element).outlineStyle,
    ])
  await expect.poll(ring).toEqual(['2', 'none'])
  expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(160)
  await page.keyboard.press('ArrowDown')
  await expect.poll(ring).toEqual(['3', 'solid'])
  const shares = page.getByRole('link', { name: 'Shares', exact: true })
  expect((await shares.boundingBox())?.width).toBeLessThan(48)
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  await shares.hover()
  await page.getByRole('tooltip').getByText('Shares').waitFor()
  await takeScreenshot(page, 'rail-768')
  await page.setViewportSize({ width: 1_000, height: 800 })
  await page.getByText('Shared with me').waitFor()
  await leave()
})

for (const width of [390, 1_440])
  test(`G6: at ${width} px links are where their placeholders were`, async () => {
    const { page, leave } = await visit({ as: 'owner', width, height: 844 })
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/v4/share?*', async (route) => {
      await until
      await route.continue()
    })
    await page.goto('shares')
    const placeholder = page.getByRole('progressbar')
    await placeholder.waitFor()
    /** The top edge and the height of a row in the middle, in px. */
    const place = (rows: Element[]) => {
      const { top, height } = (rows[5] as Element).getBoundingClientRect()
      return [Math.round(top), Math.round(height)]
    }
    const before = await placeholder
      .locator(':scope > div')
      .filter({ has: page.locator('span') })
      .evaluateAll(place)
    answer()
    await rowsOf(page).first().waitFor()
    expect(await rowsOf(page).evaluateAll(place)).toEqual(before)
    await leave()
  })
