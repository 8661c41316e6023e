import type { CDPSession, Page } from 'playwright-core'
import { type LargeDataBench, total } from './large-data-bench.ts'
import { median, ms, ratio, spent } from './metrics.ts'

/* The work of scrolling a list of the app beside a windowed list of plain JS over the same markup. */

const frames = 200
const rounds = 3

/**
 * Reports how many elements the list on screen has: of a row, and with the rest of the document. `what` names the list.
 */
export async function reportElements(
  { report }: Pick<LargeDataBench, 'report'>,
  page: Page,
  what = '',
): Promise<void> {
  const counts = await page.evaluate(() => ({
    row: Math.max(
      ...[...document.querySelectorAll('[data-index]')].map(
        (row) => row.querySelectorAll('*').length + 1,
      ),
    ),
    all: document.querySelectorAll('*').length,
  }))
  report(`P6 elements a row${what}`, String(counts.row), '≤ 30')
  report(`P6 elements in the document${what}`, String(counts.all), '≤ 1,400')
}

/** Reports the work of scrolling the list on screen at 400 px a frame. `what` names the list. */
export async function reportScrolling(
  { report }: Pick<LargeDataBench, 'report'>,
  page: Page,
  cdp: CDPSession,
  what = '',
): Promise<void> {
  const { ours, theirs, blanks } = await scrollBoth(page, cdp)
  report(`P6 work a frame${what}`, `${ms(ours)} (plain ${ms(theirs)})`, '≤ 14 ms')
  report(`P6 ratio to plain JS${what}`, ratio(ours, theirs))
  report(`P6 places found blank${what}`, blanks, '0')
}

/**
 * ms of work a frame at 400 px a frame: of the list that is on screen, and of plain JS drawing copies of its first row
 * or tile. `blanks` tells at how many places of how many nothing was drawn.
 */
async function scrollBoth(page: Page, cdp: CDPSession) {
  await page.evaluate(seedPlain, total)
  const ours: number[] = []
  const theirs: number[] = []
  let blanks = 0
  const showPlain = (isShown: boolean) =>
    page.evaluate(
      (hidden) => Object.assign(document.querySelector('#plain') as object, { hidden }),
      !isShown,
    )
  for (let round = 0; round < rounds; round++) {
    await showPlain(false)
    const app = await scrollOne(page, cdp, '[role=grid]:not(#plain)')
    ours.push(app.work)
    blanks += app.blanks
    await showPlain(true)
    theirs.push((await scrollOne(page, cdp, '#plain')).work)
  }
  await page.evaluate(() => document.querySelector('#plain')?.remove())
  return {
    ours: median(ours),
    theirs: median(theirs),
    blanks: `${blanks} of ${frames * 3 * rounds}`,
  }
}

async function scrollOne(page: Page, cdp: CDPSession, selector: string) {
  const before = await spent(cdp)
  const blanks = await page.evaluate(
    ([selector, frames]) =>
      new Promise<number>((resolve) => {
        const list = document.querySelector(selector) as HTMLElement
        // In the middle of a tile, not between two.
        const item = list.querySelector('[data-index]')?.getBoundingClientRect()
        const inset = Math.min(200, (item?.left ?? 0) - list.getBoundingClientRect().left + 60)
        let frame = 0
        let blanks = 0
        const step = () => {
          const { left, top, height } = list.getBoundingClientRect()
          for (const y of [top + 60, top + height / 2, top + height - 20]) {
            const found = document
              .elementsFromPoint(left + inset, y)
              .concat(document.elementsFromPoint(left + inset, y - 30))
            if (!found.some((each) => each.closest('[role=row]'))) blanks++
          }
          if (frame++ === frames) return resolve(blanks)
          list.scrollTop += 400
          requestAnimationFrame(step)
        }
        step()
      }),
    [selector, frames] as const,
  )
  const after = await spent(cdp)
  return { work: ((after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0)) / frames, blanks }
}

/** Creates a windowed list of the app's own markup over the app's, as plain JS would have it; runs in the page. */
function seedPlain(count: number) {
  const grid = document.querySelector('[role=grid]') as HTMLElement
  const items = [...grid.querySelectorAll<HTMLElement>('[data-index]')]
  const boxes = items.map((item) => item.getBoundingClientRect())
  const [model] = items as [HTMLElement]
  const [box] = boxes as [DOMRect]
  const lanes = boxes.filter(({ top }) => top === box.top).length
  const stepX = lanes > 1 ? (boxes[1] as DOMRect).left - box.left : 0
  const stepY = (boxes[lanes] as DOMRect).top - box.top
  const edge = Number.parseFloat(model.style.insetInlineStart || '0')
  const list = grid.cloneNode(true) as HTMLElement
  list.id = 'plain'
  const { top, left, width, height: tall } = grid.getBoundingClientRect()
  Object.assign(list.style, {
    position: 'fixed',
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${tall}px`,
    zIndex: '9',
    background: 'white',
  })
  const rows = list.querySelector('[data-index]')?.parentElement as HTMLElement
  rows.replaceChildren()
  rows.style.height = `${Math.ceil(count / lanes) * stepY}px`
  document.body.append(list)
  const drawn = new Map<number, HTMLElement>()
  const draw = () => {
    const overscan = lanes > 1 ? 1 : 4
    const first = Math.max(0, Math.floor(list.scrollTop / stepY) - overscan)
    const start = first * lanes
    const end = Math.min(count, (first + Math.ceil(tall / stepY) + 2 * overscan + 1) * lanes)
    for (const [index, row] of drawn)
      if (index < start || index >= end) {
        row.remove()
        drawn.delete(index)
      }
    for (let index = start; index < end; index++) {
      if (drawn.has(index)) continue
      const row = model.cloneNode(true) as HTMLElement
      row.dataset['index'] = String(index)
      if (lanes > 1) row.style.insetInlineStart = `${edge + (index % lanes) * stepX}px`
      row.style.transform = `translateY(${Math.floor(index / lanes) * stepY}px)`
      rows.append(row)
      drawn.set(index, row)
    }
  }
  list.addEventListener('scroll', draw, { passive: true })
  draw()
}
