import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { en as english } from '#src/i18n/en/catalogue.ts'
import { zhCN as chinese } from '#src/i18n/zh-CN/catalogue.ts'
import { rowsOf } from '../app-server.ts'
import { focusBy } from '../focus.ts'
import type { journeys } from '../journeys.ts'

/* Steps that several journeys through the share list take. */

type Ask = ReturnType<typeof journeys>['ask']
export type Link = {
  id: string
  name: string
  url: string
  created_at: string
  expires?: string
  expired: boolean
  remain_downloads?: number
  share_view?: boolean
  show_readme?: boolean
  password?: string
  permission_setting?: { everyone?: string | null; user_explicit?: Record<string, string> }
}

/** The owner on a phone, in Chinese. */
export const chinesePhone = { as: 'owner', width: 390, height: 844, language: 'zh-CN' } as const

/** The links of the owner, as the service lists them. */
export async function linksOf(ask: Ask): Promise<Link[]> {
  type Page = { shares: Link[]; pagination: { next_token?: string } }
  const links: Link[] = []
  let next: string | undefined = ''
  while (next !== undefined) {
    const query: string = next && `&next_page_token=${encodeURIComponent(next)}`
    const answer: Page = await ask<Page>('GET', `/share?page_size=100${query}`)
    links.push(...answer.shares)
    next = answer.pagination.next_token || undefined
  }
  return links
}

export async function linkById(ask: Ask, id: string): Promise<Link> {
  const found = (await linksOf(ask)).find((link) => link.id === id)
  if (!found) throw new Error(`no link ${id}`)
  return found
}

/** Creates an item at a path below the root, with its folders, and a link to it. Resolves to the id of the link. */
export async function createLink(
  ask: Ask,
  path: string,
  options: object = {},
  type: 'file' | 'folder' = 'file',
): Promise<string> {
  const uri = `svc://my/${path.split('/').map(encodeURIComponent).join('/')}`
  await ask('POST', '/file/create', { uri, type })
  const url = await ask<string>('PUT', '/share', { uri, ...options })
  return url.split('/s/')[1]?.split('/')[0] ?? ''
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The names of the rows on screen, in order. Their accessible names isolate the direction of a name. */
export const namesOf = (page: Page): Promise<string[]> =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => (row.getAttribute('aria-label') ?? '').replaceAll(/[\u2066-\u2069]/g, '')),
  )

/** The name of a link that is reviewed; what tells it from others of that name follows in the same line. */
export async function reviewedName(item: Locator): Promise<string> {
  const name = /\u2068([^\u2069]+)\u2069/.exec((await item.textContent()) ?? '')?.[1]
  if (name === undefined) throw new Error('no name is reviewed')
  return name
}

/** The whole days until the link expires. */
export const daysLeft = ({ expires }: Pick<Link, 'expires'>): number =>
  Math.round((Date.parse(expires ?? '') - Date.now()) / 86_400_000)

/** Moves the focus by Tab until it is on the control with this name. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const focused = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null
      return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent
    })
    const text = focused?.trim() ?? ''
    if (typeof name === 'string' ? text === name : name.test(text)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}.`)
}

/** By Tab into an element whose name others have, too. */
export async function tabInto(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 40; step++) {
    if (await target.evaluate((one) => one.contains(document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead into it.')
}

/** By `/` to the search of the list on the page. */
export async function goToSearch(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor()
  const isInSearch = () =>
    page.getByRole('searchbox').evaluate((field) => field === document.activeElement)
  // The key may come before the page listens for it.
  await expect
    .poll(async () => {
      if (!(await isInSearch())) await page.keyboard.press('/')
      return isInSearch()
    })
    .toBe(true)
}

/** From anywhere on the page, by `/` and the arrow keys, to the row with this name; to the first row without one. */
export async function arrowToRow(page: Page, name?: string): Promise<void> {
  await goToSearch(page)
  const rowName = name ?? (await namesOf(page))[0] ?? '?'
  const pattern = rowName.replaceAll(/[.()+?]/g, String.raw`\$&`)
  await focusBy(page, 'ArrowDown', new RegExp(`^${pattern}$`))
}

/** What a journey is done by. */
export const ways = ['mouse', 'keys', 'touch'] as const
export type Way = (typeof ways)[number]

export const phone = { width: 390, height: 844 } as const

/** Presses a control by the mouse, by Tab and a key, or with a finger. `name` is what Tab stops at. */
export async function press(
  way: Way,
  page: Page,
  target: Locator,
  name: string | RegExp,
  key = 'Enter',
): Promise<void> {
  if (way === 'mouse') return target.click()
  if (way === 'touch') return target.tap()
  await target.waitFor()
  await tabTo(page, name)
  return page.keyboard.press(key)
}

/** Keeps a finger on a row until the row is selected. Once more when that came before the list listened for it. */
export async function longPress(page: Page, row: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd' | 'touchCancel', points: object[] = []) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as [] })
  const selected = row.getByRole('checkbox', { checked: true })
  for (let attempt = 0; attempt < 10; attempt++) {
    const box = await row.boundingBox()
    if (!box) throw new Error('the row is not on the page')
    await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
    const isInTime = await selected.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
    await touch(isInTime ? 'touchEnd' : 'touchCancel')
    if (isInTime || (await selected.count()) > 0) return session.detach()
  }
  throw new Error('a long press does not select the row')
}

const anyOf = (words: readonly string[]) => new RegExp(`^(?:${words.join('|')})$`)
const more = anyOf([english.common.more, chinese.common.more])
const moreActions = anyOf([english.common.moreActions, chinese.common.moreActions])

/** On a phone, from "More" of the selected links. */
export async function choose(page: Page, command: string): Promise<void> {
  await page.getByRole('button', { name: moreActions }).tap()
  await page.getByRole('menuitem', { name: command, exact: true }).tap()
}

/** On a phone, from "More" of the page. */
export async function chooseOfPage(page: Page, command: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: more }).tap()
  await page.getByRole('menuitem', { name: command, exact: typeof command === 'string' }).tap()
}

/** The dark cells of the PNG of a QR code, as "x y": 16 px a cell, with four light cells around the code. */
export const darkCells = (page: Page, png: Buffer): Promise<string[]> =>
  page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(
        new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
      )
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const drawn = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      drawn.drawImage(picture, 0, 0)
      const dark: string[] = []
      const cells = picture.width / 16
      for (let y = 0; y < cells; y++)
        for (let x = 0; x < cells; x++)
          if ((drawn.getImageData(x * 16 + 8, y * 16 + 8, 1, 1).data[0] ?? 255) < 128)
            dark.push(`${x - 4} ${y - 4}`)
      return dark
    },
    [...png],
  )
