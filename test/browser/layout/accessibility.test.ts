import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, linkListReady, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { expectAccessibleInBothThemes } from '../themes.ts'

const { visit } = journeys()

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('G7: the list is accessible in light and in dark', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page)
  await expectAccessibleInBothThemes(page, 'the list', 'shares')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expectAccessibleInBothThemes(page, 'a dialog', 'shortcuts')
  await leave()
})

test('G3: theme, density and language are chosen at once, kept, and there from the first paint', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page)
  const height = () =>
    rowsOf(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  const before = await height()
  await page.getByRole('button', { name: 'Account of Mei Wang' }).click()
  await page.getByText('Compact', { exact: true }).click()
  await expect.poll(height).toBeLessThan(before)
  await page.locator('[data-tooltip=Dark]').click()
  await page.getByText('简体中文').click()
  await page.getByRole('heading', { name: '分享', level: 1 }).waitFor()
  // The colour that the very first frame has, before the page's own code ran.
  await page.addInitScript(() => {
    requestAnimationFrame(() =>
      Object.assign(window, {
        firstFrame: {
          theme: document.documentElement.dataset['theme'],
          density: document.documentElement.dataset['density'],
        },
      }),
    )
  })
  await page.reload()
  await page.getByRole('heading', { name: '分享', level: 1 }).waitFor()
  expect(
    await page.evaluate(() => (window as unknown as { firstFrame: unknown }).firstFrame),
  ).toEqual({ theme: 'dark', density: 'compact' })
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  expect(await height()).toBeLessThan(before)
  await leave()
})

test('G7: in Chinese the list is accessible and says what it says in English', async () => {
  const { page, leave } = await visit({ as: 'owner', language: 'zh-CN' })
  await page.goto('shares')
  await linkListReady(page)
  expect(await page.title()).toBe('分享 · Latchkey')
  await expectAccessible(page, 'the list, Chinese')
  await takeScreenshot(page, 'chinese')
  await leave()
})

test('G7, S1: on a phone there are cards, a bar at the bottom and details in a sheet', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('shares')
  await linkListReady(page)
  expect(await page.locator('[role=grid][data-cards]').count()).toBe(1)
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844)
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  await expectAccessible(page, 'phone')
  await takeScreenshot(page, 'phone')
  const [name = ''] = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('aria-label') ?? ''),
  )
  await rowsOf(page)
    .first()
    .tap({ position: { x: 190, y: 14 } })
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  expect(await sheet.getByText(name).count()).toBeGreaterThan(0)
  await expectAccessible(page, 'phone, details')
  await takeScreenshot(page, 'phone-details')
  await leave()
})

test('G7: at 320 px nothing scrolls sideways', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 640 })
  for (const path of ['shares', 'shares?state=dead']) {
    await page.goto(path)
    await linkListReady(page)
    expect(await hasNoSidewaysScroll(page), path).toBe(true)
  }
  await leave()
})

test('G7: with reduced motion nothing moves', async () => {
  const { page, leave } = await visit({ as: 'owner', reducedMotion: true })
  await page.goto('shares')
  await linkListReady(page)
  await rowsOf(page).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').waitFor()
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
    ),
  )
  expect(longest).toBeLessThanOrEqual(10)
  await leave()
})

test('G7: in forced colours the focus is seen on what is chosen', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('shares')
  await linkListReady(page)
  await page.getByRole('button', { name: 'Account of Mei Wang' }).click()
  await page.getByRole('dialog', { name: 'Account' }).waitFor()
  /** What is drawn of the chosen one of each kind while `isFocused`. */
  const drawn = (isFocused: boolean) =>
    page.evaluate((focused) => {
      const link = document.querySelector<HTMLElement>('nav [aria-current=page]')
      const radio = document.querySelector<HTMLElement>('[role=dialog] input[type=radio]:checked')
      return [link, radio].map((each) => {
        // As by a key: a ring is drawn for those only.
        if (focused) each?.focus({ focusVisible: true })
        else each?.blur()
        const box = each?.closest('label') ?? each
        const { outlineStyle, outlineWidth } = getComputedStyle(box as HTMLElement)
        return outlineStyle === 'none' ? 'nothing' : `${outlineStyle} ${outlineWidth}`
      })
    }, isFocused)
  expect(await drawn(false)).toEqual(['nothing', 'nothing'])
  expect(await drawn(true)).toEqual(['solid 2px', 'solid 2px'])
  await takeScreenshot(page, 'forced-colours')
  await leave()
})
