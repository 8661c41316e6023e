import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { filesAt } from './page-states.ts'

/* What comes from somewhere is seen to come from there, within 120 ms; with reduced motion nothing moves. */

const { visit } = journeys()

const pictures = filesAt('svc://my/Photos/Lofoten, summer 2026', '&layout=grid')

/** What began to move, and for how many ms: more than 0, since not every build of the browser begins what takes none. */
type Motion = { of: string; ms: number }

/** Notes the animations of the pages that follow. */
const noteMotion = (page: Page) =>
  page.addInitScript(() => {
    const motions: Motion[] = []
    Object.assign(window, { motions })
    const note = (of: string, element: Element, pseudo?: string) =>
      motions.push({
        of,
        ms: Math.round(parseFloat(getComputedStyle(element, pseudo).animationDuration) * 1000),
      })
    document.addEventListener(
      'animationstart',
      ({ target }) => {
        const part = (target as Element).closest('aside, dialog, section')
        if (part && (part === target || part.tagName === 'SECTION'))
          note(part.tagName.toLowerCase(), target as Element)
      },
      true,
    )
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(() => {
        const group = '::view-transition-group(opened-picture)'
        const moves = document
          .getAnimations()
          .some(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement === group)
        if (moves) note('picture', document.documentElement, group)
      })
      return transition
    }
  })

const motionsOf = (page: Page, of: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { motions: Motion[] }).motions
        .filter(({ of, ms }) => of === wanted && ms > 0)
        .map(({ ms }) => ms),
    of,
  )

for (const reducedMotion of [false, true]) {
  const duration = reducedMotion ? 0 : 120
  const when = reducedMotion ? 'with reduced motion' : 'otherwise'

  test(`G7, S17: details and messages come in ${duration} ms ${when}, the details of the next link at once`, async () => {
    const { page, leave } = await visit({ as: 'owner', reducedMotion })
    await noteMotion(page)
    await page.goto('shares?state=live')
    await rowsOf(page).first().focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await panel.waitFor()
    const first = await panel.getByRole('heading', { level: 2 }).textContent()
    const moved = reducedMotion ? [] : [duration]
    await expect.poll(() => motionsOf(page, 'aside')).toEqual(moved)
    await rowsOf(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => panel.getByRole('heading', { level: 2 }).textContent()).not.toBe(first)
    expect(await motionsOf(page, 'aside')).toEqual(moved)
    await page.keyboard.press('c')
    await page.getByText('Link copied').first().waitFor()
    await expect.poll(() => motionsOf(page, 'section')).toEqual(moved)
    await leave()
  })

  test(`F8: a picture grows from its tile in ${duration} ms ${when}`, async () => {
    const { page, leave } = await visit({ as: 'owner', reducedMotion })
    await noteMotion(page)
    await page.goto(pictures)
    const tile = page.getByRole('row', { name: /Midnight sun/ })
    await tile.locator('img').waitFor()
    await tile.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: /Midnight sun/ })
    await viewer.waitFor()
    await expect.poll(() => viewer.evaluate((each) => each === document.activeElement)).toBe(true)
    await expect.poll(() => motionsOf(page, 'picture')).toEqual(reducedMotion ? [] : [duration])
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/Midnight sun/)
    await leave()
  })
}
