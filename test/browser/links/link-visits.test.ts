import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  refusals,
  rowsOf,
  signInByRequest,
  takeScreenshot,
} from '../app-server.ts'
import { expectFocus } from '../focus.ts'
import { journeys } from '../journeys.ts'
import { createLink, linkById, linksOf, phone, press, type Way, ways } from './link-journey.ts'

/* The page of a link as visitors and its owner see it: by mouse, by keys and on a phone. */

const world = journeys()
const { visit, ask } = world

async function writeText(path: string, text: string): Promise<void> {
  const { access } = await signInByRequest(world.server)
  const uri = encodeURIComponent(`svc://my/${path}`)
  const stored = await fetch(`${world.server.address}api/v4/file/content?uri=${uri}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access}` },
    body: text,
  })
  expect(await stored.json()).toMatchObject({ code: 0 })
}

/** A link to one of the sample items. Resolves to its id. */
async function share(path: string, options: object = {}): Promise<string> {
  const url = await ask<string>('PUT', '/share', { uri: `svc://my/${path}`, ...options })
  return new URL(url).pathname.split('/')[2] ?? ''
}

/** A folder with a picture and a text behind a link with a limit of five downloads, in a folder of its own for a second try. */
async function shareLimitedFolder(title: string): Promise<string> {
  const name = `${Date.now()}/${title}`
  const id = await createLink(ask, name, { downloads: 5 }, 'folder')
  await ask('POST', '/file/move', {
    uris: ['svc://my/Photos/Home/Birches behind the house.jpg'],
    dst: `svc://my/${name}`,
    copy: true,
  })
  await writeText(`${name}/Ferry.txt`, 'It leaves at 8.')
  return id
}

const downloadsLeft = async (id: string) => (await linkById(ask, id)).remain_downloads

/** Opens a row of a folder, which has the focus where it is opened by keys. */
async function openRow(way: Way, page: Page, name: string): Promise<void> {
  const row = page.getByRole('row', { name })
  await row.waitFor()
  if (way === 'mouse') return row.dblclick()
  if (way === 'touch') return row.tap()
  await expectFocus(page, name)
  return page.keyboard.press('Enter')
}

async function closeViewer(way: Way, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (way === 'keys') await page.keyboard.press('Escape')
  else {
    const close = dialog.getByRole('button', { name: /^Close/ })
    await (way === 'mouse' ? close.click() : close.tap())
  }
  await dialog.waitFor({ state: 'detached' })
}

test.each(ways)(
  'F7: of a folder with a limit of downloads nothing is spent until one asks for it, by %s',
  async (way) => {
    const id = await shareLimitedFolder(`Limited by ${way}`)
    const { page, leave } = await visit(way === 'touch' ? phone : {})
    await page.goto(`s/${id}`)
    const [picture, text] = ['Birches behind the house.jpg', 'Ferry.txt']
    await openRow(way, page, picture)
    const open = page.getByRole('dialog').getByRole('button', { name: /^Open \(\d of 5/ })
    await open.getByText('5 of 5').waitFor()
    expect(await downloadsLeft(id)).toBe(5)
    await press(way, page, open, /^Open \(5 of 5/)
    await page.getByRole('dialog').getByRole('img', { name: picture }).waitFor()
    expect(await downloadsLeft(id)).toBe(4)
    await closeViewer(way, page)
    const line = page.getByRole('region', { name: 'Shared link' })
    await expect.poll(() => line.textContent()).toContain('Downloads left4')
    if (way === 'keys') await page.keyboard.press('ArrowDown')
    await openRow(way, page, text)
    await open.getByText('4 of 5').waitFor()
    if (way === 'touch') await takeScreenshot(page, 'limited-text-closed-phone')
    expect(await downloadsLeft(id)).toBe(4)
    await press(way, page, open, /^Open \(4 of 5/)
    const shown = page.getByRole('dialog').getByRole('region', { name: text })
    await shown.getByText('It leaves at 8.').waitFor()
    if (way !== 'keys') await takeScreenshot(page, `text-of-a-link-${way}`)
    else await expectAccessible(page, 'text of a folder behind a link')
    expect(await downloadsLeft(id)).toBe(3)
    await closeViewer(way, page)
    await leave()
  },
)

test('F7: contents of every kind fill the page of their link', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Kinds', type: 'folder' })
  await writeText('Kinds/Plan.md', '# Days\n\nFerry, then the cabin.')
  await writeText('Kinds/Ferry.txt', 'It leaves at 8.')
  await writeText('Kinds/Seats.csv', 'Name;Seat\nMei;12,5')
  const { page, leave } = await visit({ width: 1280, height: 860 })
  const main = page.getByRole('main')
  const region = (name: string) => main.getByRole('region', { name })
  for (const [path, shown] of [
    ['Work/Kick-off recording.mp4', main.locator('video')],
    ['Music/潮间带/夜航.wav', main.locator('audio')],
    ['Kinds/Plan.md', region('Plan.md').getByRole('heading', { name: 'Days' })],
    ['Kinds/Ferry.txt', region('Ferry.txt').getByText('It leaves at 8.')],
    ['Kinds/Seats.csv', region('Seats.csv').getByRole('cell', { name: '12,5' })],
    ['Documents/Quarterly review.pdf', main.getByText(/there is no preview/)],
  ] as const) {
    await page.goto(`s/${await share(path)}`)
    await shown.waitFor()
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
    const box = await main.boundingBox()
    expect(box, path).toMatchObject({ x: 0, width: 1280 })
    // Between the bar with the name and the line of preferences.
    expect(box?.height, path).toBeGreaterThan(680)
  }
  await leave()
})

test.each(['mouse', 'touch'] as const)(
  'F7: the owner of a limited link looks at it as often as she likes, and finds what to do with it, by %s',
  async (way) => {
    const file = await share('Documents/Attendees.csv', { downloads: 3, expire: 864_000 })
    const folder = await shareLimitedFolder(`Own, by ${way}`)
    const { page, leave } = await visit({ as: 'owner', ...(way === 'touch' && phone) })
    await page.goto(`s/${file}`)
    await page.getByRole('region', { name: 'Attendees.csv' }).getByText('Ingrid Solberg').waitFor()
    const line = page.getByRole('region', { name: 'Your link' })
    for (const name of ['Extend…', 'Edit…', 'Copy link'])
      await line.getByRole('button', { name, exact: true }).waitFor()
    await takeScreenshot(page, `own-limited-link-${way}`)
    await page.goto(`s/${folder}`)
    await openRow(way, page, 'Birches behind the house.jpg')
    const picture = page.getByRole('dialog').getByRole('img')
    await picture.first().waitFor()
    await closeViewer(way, page)
    expect([await downloadsLeft(file), await downloadsLeft(folder)]).toEqual([3, 5])
    await leave()
  },
)

test.each(['mouse', 'touch'] as const)(
  'S18: what others share is listed with its owner, and left upwards, by %s',
  async (way) => {
    const { page, leave } = await visit({ as: 'owner', ...(way === 'touch' && phone) })
    await page.goto('files?uri=svc%3A%2F%2Fshared_with_me&layout=grid')
    await page.getByText(/^Only what you saved is listed\./).waitFor()
    const row = page.getByRole('row', { name: 'Field notes' })
    await row.getByText(/Lin|לין/).waitFor()
    await takeScreenshot(page, `shared-with-me-${way}`)
    await openRow(way, page, 'Field notes')
    await page.getByRole('row', { name: 'Stamsund.txt' }).waitFor()
    if (way === 'touch') await page.getByRole('button', { name: 'Up one folder' }).tap()
    else await page.getByRole('navigation', { name: 'Path' }).getByRole('link').first().click()
    await row.waitFor()
    await leave()
  },
)

test('S2, F7: a link that was made or has ended elsewhere shows when one comes back to the tab', async () => {
  const comeBack = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const owner = await visit({ as: 'owner' })
  await owner.page.goto('shares')
  await rowsOf(owner.page).first().waitFor()
  const folder = await shareLimitedFolder('Made elsewhere')
  const file = await share('Documents/Attendees.csv')
  // What is new is asked for when the list is a few seconds old.
  const made = owner.page.getByRole('row', { name: 'Made elsewhere' })
  await expect
    .poll(async () => (await comeBack(owner.page), made.count()), { timeout: 20_000 })
    .toBe(1)

  const { page, tab, leave, allow } = await visit()
  allow(refusals)
  const other = await tab()
  await page.goto(`s/${file}`)
  await other.goto(`s/${folder}`)
  await page.getByText('Ingrid Solberg').waitFor()
  await other.getByRole('row', { name: 'Ferry.txt' }).waitFor()
  await owner.leave()
  for (const id of [file, folder]) await ask('DELETE', `/share/${id}`)
  for (const one of [page, other]) {
    await comeBack(one)
    await one
      .getByText(/^This link no longer works: .* Nothing more can be loaded from it\.$/)
      .waitFor()
    const download = one.getByRole('button', { name: 'Download', exact: true })
    expect(await download.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(one, 'link that has ended meanwhile')
  }
  await page.getByText('Ingrid Solberg').waitFor()
  await other.getByRole('row', { name: 'Ferry.txt' }).waitFor()
  await takeScreenshot(other, 'folder-ended-meanwhile')
  await leave()
})

test('F7: a wrong password is said at its field, and a dead link differs from a mistyped address', async () => {
  const link = (await linksOf(ask)).find(({ name }) => name === 'Lofoten, summer 2026')
  const dead = await createLink(ask, 'Gone.txt')
  await ask('DELETE', `/share/${dead}`)
  const { page, leave, allow } = await visit(phone)
  allow(refusals)
  await page.goto(`s/${link?.id}`)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByRole('alert').getByText('Wrong password.').waitFor()
  const described = await field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
      .join(' '),
  )
  expect(described).toContain('Wrong password.')
  expect(await field.getAttribute('aria-invalid')).toBe('true')

  const pictures: string[] = []
  for (const [id, title] of [
    [dead, 'This link no longer works'],
    ['nothing', 'There is no such link'],
  ] as const) {
    await page.goto(`s/${id}`)
    await page.getByRole('heading', { name: title }).waitFor()
    pictures.push(await page.getByRole('main').locator('svg').first().innerHTML())
  }
  expect(pictures[0]).not.toBe(pictures[1])
  await leave()
})
