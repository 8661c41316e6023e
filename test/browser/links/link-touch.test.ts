import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { displayName } from '#src/i18n/names.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { cleanUp } from '#src/i18n/zh-CN/links/clean-up.ts'
import { linkEdit } from '#src/i18n/zh-CN/links/link-edit.ts'
import { linkFacts } from '#src/i18n/zh-CN/links/link-facts.ts'
import { linkQuestions } from '#src/i18n/zh-CN/links/link-questions.ts'
import { newLink } from '#src/i18n/zh-CN/links/new-link.ts'
import { permissionForm } from '#src/i18n/zh-CN/links/permission-form.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'
import {
  chinesePhone,
  choose,
  chooseOfPage,
  clipboard,
  createLink,
  linksOf,
  longPress,
  reviewedName,
} from './link-journey.ts'

/* Shares on a phone, in Chinese, by touch. */

const { visit, ask } = journeys()

const { common, links, permissions, linkActions, linkDetails, linkForm, toasts } = zhCN

const ownLinks = () => linksOf(ask)

/** The link whose details are open: its id, name and address, without the password that the service may append. */
async function openLink(page: Page): Promise<{ id: string; name: string; address: string }> {
  const id = new URL(page.url()).searchParams.get('open')
  const link = (await ownLinks()).find((share) => share.id === id)
  if (!link) throw new Error('no details are open')
  const { id: found, name, url } = link
  return { id: found, name, address: `${url.split('/s/')[0] ?? ''}/s/${found}` }
}

/** What a picture shows, as the browser decodes it: the side in px, and whether the middle of each cell is dark. */
const cellsOf = (page: Page, png: Buffer, cellsAcross: number) =>
  page.evaluate(
    async ({ base64, cells }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const drawn = canvas.getContext('2d')
      if (!drawn) throw new Error('no canvas')
      drawn.drawImage(image, 0, 0)
      const { data } = drawn.getImageData(0, 0, image.width, image.height)
      const middle = (cell: number) => Math.floor(((cell + 0.5) * image.width) / cells)
      const rows = Array.from({ length: cells }, (_, y) =>
        Array.from(
          { length: cells },
          (__, x) => (data[4 * (middle(y) * image.width + middle(x))] ?? 255) < 128,
        ),
      )
      return { width: image.width, height: image.height, rows }
    },
    { base64: png.toString('base64'), cells: cellsAcross },
  )

test('S17, S5: a long press selects a link whose menu opens its own details, and a dead link is copied only after the warning', async () => {
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares?state=expired')
  const [first, second] = [rowsOf(page).nth(0), rowsOf(page).nth(1)]
  await longPress(page, first)
  await page.getByRole('button', { name: common.moreActions, exact: true }).tap()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'menu of a link on a phone')
  await takeScreenshot(page, 'link-menu-phone')
  await page.getByRole('menuitem', { name: common.details, exact: true }).tap()
  const sheet = page.getByRole('dialog')
  const close = sheet.getByRole('button', { name: zhCN.common.close })
  await close.waitFor()
  const dead = await openLink(page)
  await sheet.getByText(dead.address.replace(/^https?:\/\//, '')).waitFor()
  await close.tap()
  await sheet.waitFor({ state: 'detached' })

  await page.evaluate(() => navigator.clipboard.writeText('before'))
  await choose(page, links.copyLink)
  const warning = page.getByRole('dialog', { name: linkQuestions.dead.title(1, 1) })
  await warning.waitFor()
  expect(await clipboard(page)).toBe('before')
  await warning.getByRole('button', { name: linkQuestions.dead.copyAnyway(1) }).tap()
  await page.getByText(toasts.copiedDead({ count: 1, dead: 1 })).waitFor()
  expect(await page.getByText(links.linkCopied, { exact: true }).count()).toBe(0)
  expect(await clipboard(page)).toBe(dead.address)

  await first.getByRole('checkbox').tap()
  await longPress(page, second)
  await choose(page, common.details)
  await close.waitFor()
  const other = await openLink(page)
  expect(other.id).not.toBe(dead.id)
  await sheet.getByText(other.address.replace(/^https?:\/\//, '')).waitFor()
  await leave()
})

test('S5: the QR code of a link is downloaded as PNG and shows the link', async () => {
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares?state=live')
  await rowsOf(page).first().tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: linkFacts.qr }).tap()
  const { name, address } = await openLink(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: linkActions.qrPng }).tap(),
  ])
  expect(download.suggestedFilename()).toBe(`${name}.qr.png`)
  const png = await readFile(await download.path())
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const code = encode(address, { border: 4 })
  const shown = await cellsOf(page, png, code.size)
  expect(shown.width).toBeGreaterThan(200)
  expect(shown.height).toBe(shown.width)
  expect(shown.rows).toEqual(code.data)
  await leave()
})

test('S13: two items are picked in Shares, and each gets a link from one form', async () => {
  const { page, leave } = await visit(chinesePhone)
  const before = await ownLinks()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: links.newLink }).tap()
  const picker = page.getByRole('dialog', { name: newLink.title })
  // The box selects a folder; the rest of its row opens it.
  for (const name of ['Documents', 'Music'])
    await picker.getByRole('option', { name }).tap({ position: { x: 20, y: 20 } })
  await picker.getByRole('button', { name: newLink.share(2), exact: true }).tap()
  const form = page.getByRole('dialog', { name: newLink.formTitle(2) })
  await form.getByText(linkForm.expiries.week, { exact: true }).tap()
  await expectAccessible(page, 'form for several links on a phone')
  await takeScreenshot(page, 'new-links-phone')
  await form.getByRole('button', { name: newLink.create(2) }).tap()
  const result = page.getByRole('dialog', { name: newLink.createdTitle(2, 2) })
  await result.waitFor()
  await takeScreenshot(page, 'new-links-result-phone')
  const made = (await ownLinks()).filter(({ id }) => !before.some((link) => link.id === id))
  expect(made.map(({ name }) => name).sort()).toEqual(['Documents', 'Music'])
  for (const { name, url } of made) {
    await expect.poll(() => clipboard(page)).toContain(url)
    await result.getByText(name, { exact: true }).first().waitFor()
  }
  await result.getByRole('button', { name: zhCN.common.done }).tap()
  await expect.poll(() => result.count()).toBe(0)
  await leave()
})

test('S14: a person is found by name, may read and change, and may no more when removed', async () => {
  const uri = 'svc://my/Documents/Attendees.csv'
  const id = (await ask<string>('PUT', '/share', { uri })).split('/s/')[1] ?? ''
  const grants = async () => {
    const setting = (await ownLinks()).find((link) => link.id === id)?.permission_setting
    return Object.values(setting?.user_explicit ?? {})
  }
  const { page, leave } = await visit(chinesePhone)
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && pathname.endsWith('/user/search'))
      searches.push(searchParams.get('keyword') ?? '')
  })
  await page.goto(`shares?q=${id}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await longPress(page, rowsOf(page).first())
  await choose(page, linkDetails.edit)
  const form = page.getByRole('dialog', { name: linkEdit.title(displayName('Attendees.csv')) })
  const lin = displayName('Lin Okafor')
  await form.getByRole('textbox', { name: permissionForm.findPeople }).fill('oka')
  await form.getByRole('button', { name: permissionForm.add(lin) }).tap()
  expect(searches).toContain('oka')
  const { read, change } = permissions.columns
  await form.getByRole('checkbox', { name: permissionForm.may(lin, change) }).tap()
  await form.getByText(permissionForm.effect(lin, [read, change])).waitFor()
  await expectAccessible(page, 'permissions on a phone')
  await takeScreenshot(page, 'permissions-phone')
  await form.getByRole('button', { name: linkEdit.save }).tap()
  await form.waitFor({ state: 'detached' })
  // The first two bits: reading and changing.
  expect(await grants()).toEqual(['Aw=='])

  await choose(page, linkDetails.edit)
  await form.getByRole('button', { name: permissionForm.remove(lin) }).tap()
  await form.getByRole('button', { name: linkEdit.save }).tap()
  await form.waitFor({ state: 'detached' })
  expect(await grants()).toEqual([])
  await leave()
})

test('S8: dead links are reviewed, one is ticked off, and all others are deleted, but none that was never opened', async () => {
  const unopened = await createLink(ask, 'Clean up/Unopened.txt')
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares?state=dead')
  await rowsOf(page).first().waitFor()
  const before = await ownLinks()
  await chooseOfPage(page, links.cleanUp)
  const review = page.getByRole('dialog')
  // Until the list is complete this text is in the place of the result.
  await review.getByText(cleanUp.text).waitFor()
  const group = (name: string) => review.getByRole('region', { name, exact: true })
  const { sourceGone, expired, usedUp } = links.states
  const countOf = async (state: string) => group(state).getByRole('listitem').count()
  const countDead = async () =>
    (await Promise.all([sourceGone, expired, usedUp].map(countOf))).reduce((sum, n) => sum + n, 0)
  // The page still looks at the sources of some links: both numbers may grow, and what it finds dead now is not ticked.
  let dead = 0
  await expect
    .poll(async () => {
      dead = await countDead()
      return page.getByRole('dialog', { name: cleanUp.title(dead, false), exact: true }).count()
    })
    .toBe(1)
  const ticked = await review.getByRole('listitem').getByRole('checkbox', { checked: true }).count()
  expect(ticked).toBeGreaterThan(2)
  const ofUnopened = group(cleanUp.neverOpened).getByRole('checkbox')
  await ofUnopened
    .and(page.getByLabel(/Unopened\.txt/))
    .first()
    .waitFor()
  for (const box of await ofUnopened.all()) expect(await box.isChecked()).toBe(false)
  const kept = group(expired).getByRole('listitem').first()
  const keptName = await reviewedName(kept)
  await kept.getByRole('checkbox').tap()
  await expectAccessible(page, 'clean up on a phone')
  await takeScreenshot(page, 'clean-up-phone')
  await review.getByRole('button', { name: linkActions.deleteLinks(ticked - 1) }).tap()
  await expect.poll(() => rowsOf(page).count()).toBe(dead - ticked + 1)
  await page.getByRole('button', { name: toasts.sendNow }).tap()
  await expect.poll(async () => (await ownLinks()).length).toBe(before.length - (ticked - 1))
  const left = await ownLinks()
  expect(left.map(({ name }) => name)).toContain(keptName)
  expect(left.map(({ id }) => id)).toContain(unopened)
  expect(await rowsOf(page).filter({ hasText: keptName }).count()).toBeGreaterThan(0)
  await leave()
})

test('S8: with no dead link, one that was never opened is found, ticked and deleted', async () => {
  const unneeded = await createLink(ask, 'Clean up/Unneeded.txt')
  const needed = await createLink(ask, 'Clean up/Needed.txt')
  // The service does not say of every dead link that it is dead: the page finds out where its item is.
  for (const { id } of await ownLinks())
    if (id !== unneeded && id !== needed) await ask('DELETE', `/share/${id}`)
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await chooseOfPage(page, links.cleanUp)
  const review = page.getByRole('dialog', { name: cleanUp.title(0, false), exact: true })
  await review.getByText(cleanUp.text).waitFor()
  const remove = (count: number) =>
    review.getByRole('button', { name: linkActions.deleteLinks(count) })
  expect(await remove(0).isDisabled()).toBe(true)
  const search = review.getByRole('searchbox', { name: cleanUp.search })
  await search.fill('unneeded')
  await expect.poll(() => review.getByRole('listitem').count()).toBe(1)
  await review.getByRole('checkbox', { name: /Unneeded\.txt/ }).tap()
  await takeScreenshot(page, 'clean-up-search-phone')
  await remove(1).tap()
  await page.getByRole('button', { name: toasts.sendNow }).tap()
  const idsLeft = async () => (await ownLinks()).map(({ id }) => id)
  await expect.poll(idsLeft).not.toContain(unneeded)
  expect(await idsLeft()).toContain(needed)
  await leave()
})

test('S6: a link whose file is in the trash works again with that file, from its details', async () => {
  const uri = 'svc://my/Angebot.txt'
  await ask('POST', '/file/create', { uri, type: 'file' })
  await ask('PUT', '/share', { uri })
  await ask('DELETE', '/file', { uris: [uri] })
  const { page, leave } = await visit(chinesePhone)
  await page.goto('shares?q=Angebot')
  const row = rowsOf(page).first()
  await row.getByText(links.states.sourceGone).waitFor()
  await row.tap()
  const restore = page
    .getByRole('dialog', { name: 'Angebot.txt' })
    .getByRole('button', { name: linkDetails.restore(false), exact: true })
  await restore.waitFor()
  const trash = page.getByRole('button', { name: linkDetails.showInTrash })
  const [first, second] = await boxesOf(restore, trash)
  expect(second.top, 'what leads to the file, in one line').toBe(first.top)
  await expectAccessible(page, 'restore the file of a link on a phone')
  await restore.tap()
  await expect
    .poll(async () => (await ownLinks()).find(({ name }) => name === 'Angebot.txt')?.expired)
    .toBe(false)
  await page.keyboard.press('Escape')
  await row.getByText(links.states.live, { exact: true }).waitFor()
  await leave()
})
