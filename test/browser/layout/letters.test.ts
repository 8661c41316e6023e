import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, signIn, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* The font of the page, and names that are cut. */

const here = journeys()
const { ask, visit } = here

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

/** What is wrong with the names that are cut, and how many there are. */
const cutNames = (page: Page) =>
  page.evaluate(() => {
    const extensions = [
      ...document.querySelectorAll('[role=row] bdi > span[aria-hidden]:last-child'),
    ]
    const cut = extensions.filter(({ previousElementSibling: stem }) => {
      return stem !== null && stem.scrollWidth > stem.clientWidth
    })
    const faults = cut.flatMap((extension) => {
      const stem = extension.previousElementSibling as HTMLElement
      const name = extension.parentElement as HTMLElement
      const [before, after] = [stem.getBoundingClientRect(), extension.getBoundingClientRect()]
      const whole = name.getBoundingClientRect()
      return [
        getComputedStyle(stem).textOverflow !== 'ellipsis' && 'no ellipsis',
        Math.abs(after.left - before.right) > 1 && 'the extension is not behind the ellipsis',
        extension.scrollWidth > Math.ceil(after.width) && 'the extension is cut',
        after.right > whole.right + 1 && 'the extension is out of sight',
      ]
        .filter((fault) => fault !== false)
        .map((fault) => `${name.textContent}: ${fault}`)
    })
    return { count: cut.length, faults }
  })

test('S1: a name that is cut has one ellipsis, with its extension whole behind it', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await page.goto(
    `files?uri=${encodeURIComponent('svc://my/Photos/Lofoten, summer 2026')}&layout=grid`,
  )
  await rowsOf(page).first().waitFor()
  await expect.poll(async () => (await cutNames(page)).count).toBeGreaterThan(3)
  expect((await cutNames(page)).faults).toEqual([])
  await takeScreenshot(page, 'names-cut')
  await leave()
})

test('S1: a short name keeps its extension too, under a narrow picture of a gallery', async () => {
  const folder = 'svc://my/Without pictures'
  await ask('POST', '/file/create', { uri: `${folder}/Below`, type: 'folder' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`view-settings?folder=${encodeURIComponent(folder)}`)
  await page.getByText('Gallery', { exact: true }).click()
  // The samples of its preview: every second is narrow.
  await rowsOf(page).filter({ hasText: 'Photo 2.jpg' }).waitFor()
  const cutAtTheirEnd = () =>
    rowsOf(page)
      .locator('bdi')
      .evaluateAll((names) =>
        names
          .filter((name) => name.childElementCount === 0 && name.scrollWidth > name.clientWidth)
          .map(({ textContent }) => textContent),
      )
  await expect.poll(cutAtTheirEnd).toEqual([])
  expect((await cutNames(page)).faults).toEqual([])
  await leave()
})
