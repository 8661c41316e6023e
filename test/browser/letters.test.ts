import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, signIn, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

/* The font of the page, and names that are cut. */

const here = journeys()
const { visit } = here

const fontOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',', 1)[0])

test('G7: whoever comes for the first time reads the font from the second page on, with a one-storey "a"', async () => {
  const { page, leave } = await visit()
  const font = page.waitForResponse(/basic-latin.*woff2/)
  await page.goto('sign-in')
  await page.getByLabel('Email').waitFor()
  await font
  await page.evaluate(() => document.fonts.load('1em "Inter Variable"'))
  // The text that is being read stays as it is.
  expect(await fontOf(page)).toBe('Inter')
  await signIn(page, here.server, 'owner')
  await rowsOf(page).first().waitFor()
  await expect.poll(() => fontOf(page)).toBe('"Inter Variable"')

  const letter = page.getByRole('heading', { level: 1 })
  const drawn = (features: string) =>
    letter.evaluate((heading, value) => {
      heading.textContent = 'a'
      ;(heading as HTMLElement).style.fontFeatureSettings = value
    }, features)
  await drawn('')
  const asShown = await letter.screenshot()
  await drawn('normal')
  expect(asShown.equals(await letter.screenshot()), 'cv11 changes nothing').toBe(false)
  await takeScreenshot(page, 'font-first-session')

  // From then on it is in the cache of the browser.
  await page.reload()
  await rowsOf(page).first().waitFor()
  await expect.poll(() => fontOf(page)).toBe('"Inter Variable"')
  await leave()
})

/** The px between the ellipsis and the extension of each name that is cut. */
const gapsOf = (page: Page) =>
  page.evaluate(() => {
    const extensions = document.querySelectorAll('[role=row] bdi > span[aria-hidden]:last-child')
    return [...extensions].flatMap((extension) => {
      const stem = extension.previousElementSibling as HTMLElement
      const text = stem.firstChild as Text
      if (stem.scrollWidth <= stem.clientWidth) return []
      const widthOf = (content: string) => {
        const probe = document.createElement('span')
        probe.style.cssText = 'position: absolute; white-space: pre'
        probe.textContent = content
        stem.parentElement?.append(probe)
        const { width } = probe.getBoundingClientRect()
        probe.remove()
        return width
      }
      const room = stem.getBoundingClientRect().width
      const ellipsis = widthOf('…')
      let shown = 0
      for (let end = 1; end < text.length; end++) {
        const width = widthOf(text.data.slice(0, end)) + ellipsis
        if (width > room) break
        shown = width
      }
      return [extension.getBoundingClientRect().left - stem.getBoundingClientRect().left - shown]
    })
  })

test('S1: a name that is cut has one ellipsis, with its extension right behind it', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await page.goto(
    `files?uri=${encodeURIComponent('svc://my/Photos/Lofoten, summer 2026')}&layout=grid`,
  )
  await rowsOf(page).first().waitFor()
  await expect.poll(async () => (await gapsOf(page)).length).toBeGreaterThan(3)
  await expect.poll(async () => (await gapsOf(page)).filter((gap) => Math.abs(gap) > 2)).toEqual([])
  await takeScreenshot(page, 'names-cut')
  await leave()
})
