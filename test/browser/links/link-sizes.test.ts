import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* Links on narrow screens: all of what is said of them is in sight, and their buttons have room. */

const { visit } = journeys()

/** Facts on the cards of a list that are cut, lie over a button or run out of their card. Long names and folders may be shortened. */
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
        if (!parent || parent.closest('bdi, button, .sr-only')) continue
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
        for (const box of range.getClientRects())
          if (
            around.some(
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
            )
          )
            cut.push(`${card.getAttribute('aria-label')}: ${text.textContent}`)
      }
    }
    return cut
  })
for (const width of [390, 320])
  for (const language of ['en', 'zh-CN'] as const)
    test(`S1, G7: at ${width} px no fact of a link is cut (${language})`, async () => {
      const { page, leave } = await visit({ as: 'owner', width, height: 4_000, language })
      await page.goto('shares')
      await rowsOf(page)
        .last()
        .getByText(language === 'en' ? /^Created / : /创建/)
        .waitFor()
      expect(await cutFacts(page)).toEqual([])
      await takeScreenshot(page, `share-cards-${width}-${language}`)
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

test('S7, G7: on a phone the message about a deletion has room for Undo and for doing it now', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 640 })
  await page.goto('shares')
  await rowsOf(page)
    .first()
    .tap({ position: { x: 140, y: 20 } })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).tap()
  const now = await page.getByRole('button', { name: 'Delete now' }).boundingBox()
  expect((now?.x ?? 0) + (now?.width ?? 0)).toBeLessThanOrEqual(308)
  await takeScreenshot(page, 'deleting-320')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.tap()
  await undo.waitFor({ state: 'detached' })
  await leave()
})
