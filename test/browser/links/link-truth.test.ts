import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { rowsOf, takeScreenshot, type VisitOptions } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import {
  arrowToRow,
  choose,
  clipboard,
  createLink,
  daysLeft,
  goToSearch,
  linkById,
  linksOf,
  longPress,
  namesOf,
  phone,
  press,
  type Way,
  ways,
} from './link-journey.ts'

/* What the list of links says of them is so, and leads on: by mouse, by keys and on a phone. */

const { visit, ask } = journeys()

const canRead = encodeBoolset([SharePermission.read])

const asOwner = (way: Way): VisitOptions => ({ as: 'owner', ...(way === 'touch' && phone) })

/** Selects the row with this name, by its checkbox, by the space bar or by a long press. */
async function select(way: Way, page: Page, name: string): Promise<void> {
  const row = page.getByRole('row', { name })
  await row.waitFor()
  if (way === 'touch') return longPress(page, row)
  if (way === 'mouse') return row.getByRole('checkbox').click()
  await arrowToRow(page, name)
  return page.keyboard.press('Space')
}

/** Runs a command of the links that are selected. */
async function run(way: Way, page: Page, command: string): Promise<void> {
  if (way === 'touch') return choose(page, command)
  return press(way, page, page.getByRole('button', { name: command, exact: true }), command)
}

test.each(ways)(
  'S2, S10: a link into a deleted folder is found by itself, and the folder is looked into and restored, by %s',
  async (way) => {
    const [folder, name] = [`Cleared by ${way}`, `Lost by ${way}.txt`]
    const id = await createLink(ask, `${folder}/${name}`)
    await ask('DELETE', '/file', { uris: [`svc://my/${folder}`] })
    const { page, leave } = await visit(asOwner(way))
    await page.goto('shares?state=dead')
    const row = page.getByRole('row', { name })
    await row.getByText('Source gone').waitFor()
    if (way === 'mouse') {
      await page.getByRole('button', { name: 'Clean up…' }).click()
      const lost = page.getByRole('region', { name: 'Source gone' })
      await lost.getByRole('button', { name: `Fix the link to ${name}` }).click()
    } else {
      await select(way, page, name)
      await run(way, page, 'Fix…')
    }
    const dialog = page.getByRole('dialog', { name: /no longer works$/ })
    await dialog.getByText(/^The file was not found in Files or the trash/).waitFor()
    await dialog.getByRole('listitem').filter({ hasText: folder }).waitFor()
    await dialog.getByRole('button', { name: 'New link to another item…' }).waitFor()
    await takeScreenshot(page, `lost-source-${way}`)
    await press(way, page, dialog.getByRole('button', { name: 'Look inside' }), 'Look inside')
    const restore = dialog.getByRole('button', { name: /^Restore the folder/ })
    await press(way, page, restore, /^Restore the folder/)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await linkById(ask, id)).expired).toBe(false)
    await page.goto('shares?state=live')
    await row.getByText('Live').waitFor()
    await leave()
  },
)

test.each(ways)(
  'S6, S7: an extended link stays under its filter, its message copies it and takes the change back, by %s',
  async (way) => {
    const name = `Soon over by ${way}.txt`
    const id = await createLink(ask, name, { expire: 2 * 86_400 - 60 })
    const left = async () => daysLeft(await linkById(ask, id))
    const { page, leave } = await visit(asOwner(way))
    await page.goto('shares?state=expiring')
    await select(way, page, name)
    await run(way, page, 'Extend…')
    const form = page.getByRole('dialog', { name: /^Extend link to/ })
    const extend = form.getByRole('button', { name: 'Extend', exact: true })
    await press(way, page, extend, 'Extend')
    const message = page.getByText(/works until/)
    await message.waitFor()
    expect(await left()).toBe(32)
    const row = page.getByRole('row', { name })
    await row.getByText('Live').waitFor()
    await takeScreenshot(page, `extended-${way}`)
    const notifications = page.getByRole('region', { name: 'Notifications' })
    const copy = notifications.getByRole('button', { name: /^Copy link/ })
    await press(way, page, copy, /^Copy link$|^Copy link to/)
    await expect.poll(() => clipboard(page)).toContain(`/s/${id}`)
    const undo = notifications.getByRole('button', { name: /^Undo/ })
    if (way === 'keys') await page.keyboard.press('Control+z')
    else await press(way, page, undo, /^Undo/)
    await expect.poll(left).toBe(2)
    await row.getByText('in 2 days').waitFor()
    await leave()
  },
)

test.each(ways)('S6: a download limit is that of all downloads, by %s', async (way) => {
  const name = `Twenty in all by ${way}.txt`
  await ask('PUT', `/file/content?uri=${encodeURIComponent(`svc://my/${name}`)}`, 'x')
  const url = await ask<string>('PUT', '/share', { uri: `svc://my/${name}`, downloads: 13 })
  const id = url.split('/s/')[1] ?? ''
  const uri = `svc://${id}@share/${name}`
  for (let count = 0; count < 7; count++)
    await ask('POST', '/file/url', { uris: [uri] }, 'colleague')
  const { page, leave } = await visit(asOwner(way))
  await page.goto(`shares?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name })
  await row.getByText(/7\sof\s13/).waitFor()
  await select(way, page, name)
  await run(way, page, 'Edit…')
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  const limit = form.getByRole('textbox', { name: 'Download limit' })
  await limit.waitFor()
  expect(await limit.inputValue()).toBe('13')
  await press(way, page, limit, 'Download limit', 'Control+a')
  if (way !== 'keys') await limit.selectText()
  await page.keyboard.type('20')
  await press(way, page, form.getByRole('button', { name: 'Save' }), 'Save')
  await page.getByText(/never expires · up to 20 downloads$/).waitFor()
  await row.getByText(/7\sof\s20/).waitFor()
  expect(await linkById(ask, id)).toMatchObject({ remain_downloads: 13 })
  await leave()
})

test.each(ways)(
  'S8: of two dead links of one name the chosen one is deleted, by %s',
  async (way) => {
    const name = `Invoice by ${way}.pdf`
    const [kept, deleted] = [
      await createLink(ask, `Clients/North/${way}/${name}`, { expire: 1 }),
      await createLink(ask, `Clients/South/${way}/${name}`, { expire: 1 }),
    ]
    await expect.poll(async () => (await linkById(ask, kept)).expired).toBe(true)
    await expect.poll(async () => (await linkById(ask, deleted)).expired).toBe(true)
    const { page, leave } = await visit(asOwner(way))
    await page.goto(`shares?state=dead&q=${encodeURIComponent(name)}`)
    await expect.poll(() => page.getByRole('row', { name }).count()).toBe(2)
    await press(way, page, page.getByRole('button', { name: 'Clean up…' }), 'Clean up…')
    const dialog = page.getByRole('dialog', { name: /^Clean up (at least )?2 dead links$/ })
    const find = dialog.getByRole('button', { name: 'Find the folders of 2 links' })
    await press(way, page, find, /^Find the folders/)
    const north = dialog.getByRole('checkbox', { name: new RegExp(`Clients / North / ${way}`) })
    await press(way, page, north, /^\W*Invoice.*Clients \/ North/, 'Space')
    await press(way, page, dialog.getByRole('button', { name: 'Delete 1 link' }), 'Delete 1 link')
    await page.getByRole('button', { name: 'Delete now' }).click()
    await expect
      .poll(async () =>
        (await linksOf(ask)).filter((link) => link.name === name).map(({ id }) => id),
      )
      .toEqual([kept])
    await leave()
  },
)

test.each(ways)('S3: filters and words find links by who can open them, by %s', async (way) => {
  const [open, named] = [`Open to all by ${way}.txt`, `For one by ${way}.txt`]
  await createLink(ask, open, { expire: 86_400 * 9 })
  const { id: person } = await ask<{ id: string }>('GET', '/user/me', undefined, 'colleague')
  const permissions = { ...noPermissions, user_explicit: { [person]: canRead } }
  await createLink(ask, named, { permissions, is_private: true, password: 'sesame77' })
  const { page, leave } = await visit(asOwner(way))
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const filter = async (chip: string, has: string, hasNot: string) => {
    const button = page.getByRole('button', { name: new RegExp(`^${chip}`) })
    if (way === 'keys') await goToSearch(page)
    await press(way, page, button, new RegExp(`^${chip}`))
    await expect.poll(() => namesOf(page)).not.toContain(hasNot)
    await expect.poll(() => namesOf(page)).toContain(has)
    await page.goto('shares')
    await rowsOf(page).first().waitFor()
  }
  await filter('Named people', named, open)
  await filter('Never expires', named, open)
  await filter('No password', open, named)
  await page.getByRole('searchbox').fill('Lin Okafor')
  await expect.poll(() => namesOf(page)).not.toContain(open)
  await expect.poll(() => namesOf(page)).toContain(named)
  await leave()
})

test.each(ways)(
  'S6: Replace link… says which visits are lost and keeps the old link where that is wanted, by %s',
  async (way) => {
    const name = `Replaced by ${way}.txt`
    const id = await createLink(ask, name, { password: 'sesame77' })
    for (let visits = 0; visits < 2; visits++)
      await ask('GET', `/share/info/${id}?password=sesame77&count_views=true`)
    const { page, leave } = await visit(asOwner(way))
    await page.goto('shares')
    await select(way, page, name)
    await run(way, page, 'Edit…')
    const form = page.getByRole('dialog', { name: /^Edit link to/ })
    await press(way, page, form.getByRole('button', { name: 'Replace link…' }), 'Replace link…')
    const replacing = page.getByRole('dialog', { name: /^(?:Replace the|New) link to/ })
    await replacing.getByText(/its 2 visits are no longer counted/).waitFor()
    const keep = replacing.getByRole('checkbox', { name: 'Keep the old link too' })
    await press(way, page, keep, 'Keep the old link too', 'Space')
    await replacing.getByText(/The old one keeps working\.$/).waitFor()
    const create = replacing.getByRole('button', { name: 'Create link' })
    await press(way, page, create, 'Create link')
    await page.getByText('The old link still works.').first().waitFor()
    const left = (await linksOf(ask)).filter((link) => link.name === name)
    expect(left).toHaveLength(2)
    expect(left.map((link) => link.id)).toContain(id)
    await leave()
  },
)

test.each(ways)(
  'S2: of more links than are looked at by themselves the dead ones are found when that is asked for, by %s',
  async (way) => {
    for (let count = (await linksOf(ask)).length; count < 110; count++)
      await createLink(ask, `Many/${count}.txt`)
    const { page, leave } = await visit(asOwner(way))
    await page.goto('shares?state=dead')
    const others = page.getByRole('button', { name: /^Check the other/ })
    await others.waitFor()
    await takeScreenshot(page, `check-the-others-${way}`)
    await page
      .getByText(/^at least/)
      .first()
      .waitFor()
    await press(way, page, others, /^Check the other/)
    await others.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText(/^at least|checking \d+ more/).count()).toBe(0)
    await leave()
  },
)
