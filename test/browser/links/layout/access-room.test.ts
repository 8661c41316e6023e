import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { linkListReady, takeScreenshot } from '../../app-server.ts'
import { journeys } from '../../journeys.ts'
import { createLink } from '../link-journey.ts'

/* Who may open and change a link is whole in every window: other facts give way to it. */

const { visit, ask } = journeys()

const widths = [320, 390, 640, 768, 1_024, 1_120, 1_280, 1_440, 1_920]
const read = encodeBoolset([SharePermission.read])
const change = encodeBoolset([SharePermission.read, SharePermission.update])
const password = { is_private: true, password: 'abc123' }

/** The longest lines that one or two audiences make, in a list of 34 links. */
async function createLongest(): Promise<void> {
  const settings: Record<string, [object, object?]> = {
    'group.txt': [{ everyone: read, same_group: change }, password],
    'group, soon.txt': [
      { everyone: read, same_group: change },
      { ...password, expire: 3 * 86_400 },
    ],
    'members.txt': [{ everyone: read, other: change }, password],
    'strangers.txt': [{ anonymous: change }, password],
  }
  for (const [name, [permissions, more]] of Object.entries(settings))
    await createLink(ask, `Access/${name}`, {
      permissions: { ...noPermissions, ...permissions },
      ...more,
    })
}
let longest: Promise<void> | undefined

/** How many lines about access are there, and which of them are cut by whatever they are in. */
const cutAccess = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const all = [...grid.querySelectorAll('[data-access]')]
    const isCut = (access: Element) => {
      const text = document.createRange()
      text.selectNodeContents(access)
      const boxes = [...text.getClientRects()]
      for (let at: Element | null = access; at && at !== grid; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === 'visible') continue
        const around = at.getBoundingClientRect()
        const isOver = (box: DOMRect) =>
          box.left < around.left - 0.5 ||
          box.right > around.right + 0.5 ||
          box.bottom > around.bottom + 0.5
        if (boxes.some(isOver)) return true
      }
      return boxes.length === 0
    }
    return { count: all.length, cut: all.filter(isCut).map((access) => access.textContent) }
  })

for (const language of ['en', 'zh-CN'] as const)
  for (const density of ['comfortable', 'compact'] as const)
    test(`S1, G7: no access is cut in any window (${language}, ${density})`, async () => {
      await (longest ??= createLongest())
      const { page, leave } = await visit({ as: 'owner', height: 4_000, language })
      await page.addInitScript(
        (preferences) => localStorage.setItem('latchkey.preferences', preferences),
        JSON.stringify({ density }),
      )
      for (const width of widths) {
        await page.setViewportSize({ width, height: 4_000 })
        await page.goto('shares')
        await linkListReady(page, 34)
        // A row of one line has room for it from this width on.
        const isShown = density === 'comfortable' || width < 640 || width >= 1_280
        if (isShown)
          await page
            .getByRole('grid')
            .getByText(/Lin Okafor.? (?:can change|可更改)$/)
            .first()
            .waitFor()
        await expect
          .poll(() => cutAccess(page), { message: `at ${width} px` })
          .toEqual({ count: isShown ? 34 : 0, cut: [] })
        await takeScreenshot(page, `access-${width}-${density}-${language}`)
      }
      await leave()
    })

test('S1, G7: no access is cut beside the number that the list is sorted by', async () => {
  await (longest ??= createLongest())
  const { page, leave } = await visit({ as: 'owner', height: 4_000 })
  for (const width of [1_024, 1_120, 1_280, 1_440])
    for (const sort of ['downloads', 'visits']) {
      await page.setViewportSize({ width, height: 4_000 })
      await page.goto(`shares?sort=${sort}`)
      await linkListReady(page, 34)
      await expect
        .poll(() => cutAccess(page), { message: `by ${sort} at ${width} px` })
        .toEqual({ count: 34, cut: [] })
    }
  await leave()
})
