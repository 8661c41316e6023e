import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

/* What can be done with a selection takes the place of what is above the list, and moves nothing. */

const { ask, visit } = journeys()

test('G7: at 768 px the bar of a selection does not move the list', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 768, height: 1024 })
  for (const [path, button] of [
    ['shares', 'Copy links'],
    ['trash', 'Restore'],
  ] as const) {
    await page.goto(path)
    const first = rowsOf(page).first()
    await first.waitFor()
    const before = await first.boundingBox()
    await first.focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('region', { name: /selected$/ })
    await bar.getByRole('button', { name: button, exact: true }).waitFor()
    expect(await first.boundingBox(), path).toEqual(before)
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).waitFor()
    await page.keyboard.press('Escape')
  }
  await leave()
})

test.each([640, 700, 768, 900, 1000, 1240, 1280])(
  'G7: at %d px the bar of one selected file has one line',
  async (width) => {
    const { page, leave } = await visit({ as: 'owner', width, height: 800 })
    await page.goto('files?uri=svc%3A%2F%2Fmy%2FFinance%2F2026&layout=list')
    const first = rowsOf(page).first()
    await first.waitFor()
    const before = await first.boundingBox()
    await first.focus()
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: '1 selected' })
    await bar.getByRole('button', { name: 'Download', exact: true }).waitFor()
    expect(await first.boundingBox()).toEqual(before)
    await leave()
  },
)

test.each([390, 320])(
  'G7: at %d px no line of the bar of a selection begins with a dot between two facts',
  async (width) => {
    const folder = 'svc://my/A folder with a long name/And one more below it'
    await ask('POST', '/file/create', { uri: `${folder}/plan.txt`, type: 'file' })
    await ask('PUT', `/file/content?uri=${encodeURIComponent(`${folder}/plan.txt`)}`, 'a text')
    const { page, leave } = await visit({ as: 'owner', width, height: 844 })
    await page.goto(`files?uri=${encodeURIComponent(folder)}&layout=list`)
    const first = rowsOf(page).first()
    await first.waitFor()
    const before = await first.boundingBox()
    await first.focus()
    await page.keyboard.press('Space')
    const count = page.getByRole('region', { name: '1 selected' }).getByRole('status')
    await count.getByText('And one more below it').waitFor()
    expect(await first.boundingBox()).toEqual(before)
    const place = count.locator('[data-one-line]')
    expect((await place.innerText()).trim()).toMatch(/^in\s/)
    const [number, path] = await boxesOf(count.locator('b'), place)
    expect(path.left).toBe(number.left)
    await leave()
  },
)

test.each(['en', 'zh-CN'] as const)(
  'G7: on a phone, in %s, the path of a selection has a line of its own, and no other line begins with a dot',
  async (language) => {
    const { page, leave } = await visit({ as: 'owner', width: 390, height: 844, language })
    await page.goto('files?layout=list&uri=svc%3A%2F%2Fmy')
    await rowsOf(page).first().waitFor()
    await rowsOf(page).first().focus()
    // Some are shortcuts, of which the bar says something in more than one line.
    await page.keyboard.press('Control+a')
    const place = page.locator('section [role=status] > [data-one-line]')
    await place.waitFor()
    const starts = await place.evaluate((path) => {
      const status = path.parentElement as HTMLElement
      const range = document.createRange()
      const leftOf = (node: Node, at: number) => {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect().left
      }
      const dots = [...status.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => leftOf(node, node.nodeValue?.indexOf('·') ?? 0))
      const { left } = status.getBoundingClientRect()
      return { path: path.getBoundingClientRect().left - left, dots: dots.map((at) => at - left) }
    })
    expect(starts.path).toBe(0)
    expect(starts.dots.length).toBeGreaterThan(0)
    for (const dot of starts.dots) expect(dot).toBeGreaterThan(10)
    await leave()
  },
)
