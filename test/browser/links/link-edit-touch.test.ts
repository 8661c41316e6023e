import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { displayName } from '#src/i18n/names.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { linkEdit } from '#src/i18n/zh-CN/links/link-edit.ts'
import { lostSource } from '#src/i18n/zh-CN/links/lost-source.ts'
import { newLink } from '#src/i18n/zh-CN/links/new-link.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { chinesePhone, clipboard, createLink, daysLeft, linkById, linksOf } from './link-journey.ts'

/* Links are edited and revived on a phone, in Chinese, by touch. */

const { visit, ask } = journeys()

const { links } = zhCN
const { linkDetails, linkForm } = zhCN
const hourMs = 3_600_000
const daySeconds = 86_400

/** Opens the details of the only link of this name by a tap on its card, and its form from there. */
async function openForm(page: Page, name: string) {
  await page.goto(`shares?q=${encodeURIComponent(name)}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).first().tap()
  const sheet = page.getByRole('dialog', { name })
  await sheet.getByRole('button', { name: linkDetails.edit, exact: true }).tap()
  const form = page.getByRole('dialog', { name: linkEdit.title(displayName(name)) })
  await form.getByRole('textbox', { name: linkDetails.downloadLimit }).waitFor()
  return { sheet, form, limit: form.getByRole('textbox', { name: linkDetails.downloadLimit }) }
}

test('S6: date, limit, layout and read-me of a link are set, and taken back', async () => {
  const id = await createLink(ask, 'Kit für Mai', { expire: 40 * daySeconds }, 'folder')
  const { page, leave } = await visit(chinesePhone)
  const { sheet, form, limit } = await openForm(page, 'Kit für Mai')
  await form.getByText(linkForm.expiries.date, { exact: true }).tap()
  await form.getByLabel(linkForm.date).fill('2001-01-01T10:00')
  await limit.fill('0')
  await form.getByText(linkForm.showView).tap()
  await form.getByText(linkForm.showReadme).tap()
  const save = form.getByRole('button', { name: linkEdit.save })
  await save.tap()
  // It is announced as well.
  await form.getByText(linkForm.dateFuture).first().waitFor()
  await form.getByText(linkForm.limitNumber).waitFor()
  await form.getByLabel(linkForm.date).fill('2099-05-06T16:30')
  await limit.fill('12')
  await expectAccessible(page, 'edit a link on a phone')
  await takeScreenshot(page, 'edit-link-phone')
  await save.tap()
  await form.waitFor({ state: 'detached' })
  const set = await linkById(ask, id)
  expect(set).toMatchObject({ remain_downloads: 12, share_view: true, show_readme: true })
  // In the time zone of the browser.
  expect(Math.abs(Date.parse(set.expires ?? '') - Date.UTC(2099, 4, 6, 14, 30))).toBeLessThan(
    hourMs / 60,
  )
  await sheet.getByText(linkDetails.viewShared).waitFor()

  await sheet.getByRole('button', { name: linkDetails.edit, exact: true }).tap()
  await form.getByText(linkForm.expiries.never, { exact: true }).tap()
  await limit.fill('')
  await form.getByText(linkForm.showView).tap()
  await save.tap()
  await form.waitFor({ state: 'detached' })
  const lifted = await linkById(ask, id)
  expect(lifted.expires).toBeUndefined()
  expect(lifted.remain_downloads).toBeUndefined()
  expect(lifted.share_view ?? false).toBe(false)
  expect(lifted.show_readme).toBe(true)
  await leave()
})

test('S6: a link that was changed elsewhere meanwhile is not overwritten, and one that was deleted is said to be', async () => {
  const id = await createLink(ask, 'Offenes Formular.txt', { downloads: 5 })
  const uri = 'svc://my/Offenes%20Formular.txt'
  const { page, leave } = await visit(chinesePhone)
  const { form, limit } = await openForm(page, 'Offenes Formular.txt')
  await limit.fill('20')
  await ask('POST', `/share/${id}`, { uri, downloads: 50 })
  await form.getByRole('button', { name: linkEdit.save }).tap()
  await form.getByText(linkEdit.changedElsewhere, { exact: true }).waitFor()
  await expectAccessible(page, 'a link that was changed elsewhere, on a phone')
  await takeScreenshot(page, 'edit-conflict-phone')
  expect(await linkById(ask, id)).toMatchObject({ remain_downloads: 50 })
  await form.getByRole('button', { name: linkEdit.takeOver }).tap()
  await expect.poll(() => limit.inputValue()).toBe('50')
  await limit.fill('21')
  await ask('DELETE', `/share/${id}`)
  await form.getByRole('button', { name: linkEdit.save }).tap()
  const gone = page.getByRole('dialog', {
    name: lostSource.goneTitle(displayName('Offenes Formular.txt')),
  })
  await gone.getByText(lostSource.gone.deleted()).waitFor()
  await gone.getByRole('button', { name: zhCN.common.close, exact: true }).tap()
  await expect.poll(() => rowsOf(page).count()).toBe(0)
  await leave()
})

test('S6: a new link with another password and the same settings takes the place of a link', async () => {
  const id = await createLink(ask, 'Vertrag.txt', {
    is_private: true,
    password: 'geheim77',
    downloads: 13,
    expire: 40 * daySeconds,
  })
  const { page, leave } = await visit(chinesePhone)
  const { form } = await openForm(page, 'Vertrag.txt')
  await form.getByText(linkEdit.passwordStays).waitFor()
  await form.getByRole('button', { name: linkEdit.replaceAsk }).tap()
  const replacing = page.getByRole('dialog', {
    name: linkEdit.replaceTitle(displayName('Vertrag.txt')),
  })
  const password = await replacing.getByLabel(linkDetails.password, { exact: true }).inputValue()
  expect(password).toMatch(/^\w{8,}$/)
  await expectAccessible(page, 'replace a link on a phone')
  await takeScreenshot(page, 'replace-link-phone')
  await replacing.getByRole('button', { name: linkEdit.replace }).tap()
  const result = page.getByRole('dialog', {
    name: newLink.createdTitleOfOne(displayName('Vertrag.txt')),
  })
  await result.getByText(linkEdit.oldDeleted).waitFor()
  await takeScreenshot(page, 'replaced-link-phone')
  const [made, ...others] = (await linksOf(ask)).filter(({ name }) => name === 'Vertrag.txt')
  expect(others).toEqual([])
  expect(made?.id).not.toBe(id)
  expect(made).toMatchObject({ password, remain_downloads: 13 })
  expect(daysLeft(made ?? {})).toBe(40)
  await expect.poll(() => clipboard(page)).toContain(`/s/${made?.id}\n密码：${password}`)
  await result.getByRole('button', { name: zhCN.common.done }).tap()
  await result.waitFor({ state: 'detached' })
  await leave()
})

test('S6: an expired link works again at the same address, from its card', async () => {
  const id = await createLink(ask, 'Abgelaufen.txt', { expire: 1, downloads: 4 })
  const { page, leave } = await visit({ ...chinesePhone, theme: 'dark' })
  await page.goto('shares?q=Abgelaufen')
  const card = rowsOf(page).first()
  await expect
    .poll(async () => {
      await page.reload()
      await card.waitFor()
      return card.getByText(links.states.expired, { exact: true }).count()
    })
    .toBe(1)
  const before = await linkById(ask, id)
  await card.getByRole('button', { name: links.extendOf('Abgelaufen.txt') }).tap()
  const form = page.getByRole('dialog', {
    name: linkEdit.extendTitle(displayName('Abgelaufen.txt')),
  })
  await form.getByText(linkForm.extensions.week, { exact: true }).tap()
  await expectAccessible(page, 'extend an expired link on a phone')
  await takeScreenshot(page, 'extend-link-phone')
  await form.getByRole('button', { name: linkEdit.extend, exact: true }).tap()
  await form.waitFor({ state: 'detached' })
  const after = await linkById(ask, id)
  expect(after).toMatchObject({ url: before.url, expired: false, remain_downloads: 4 })
  expect(daysLeft(after)).toBe(7)
  // Seven days are within the time in which a link is said to expire soon.
  await expect.poll(() => card.getByText(links.states.expired, { exact: true }).count()).toBe(0)
  await leave()
})

test('S6: a link is edited in Files, from the details of its item', async () => {
  const id = await createLink(ask, 'Ordner/Aus Dateien.txt')
  const { page, leave } = await visit(chinesePhone)
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Ordner')}`)
  const item = page.getByRole('row', { name: 'Aus Dateien.txt' })
  await item
    .getByRole('button', { name: zhCN.files.actionsFor(displayName('Aus Dateien.txt')) })
    .tap()
  await page.getByRole('menuitem', { name: zhCN.common.details }).tap()
  const sheet = page.getByRole('dialog', { name: 'Aus Dateien.txt' })
  // Its name ends with the address of the link.
  await sheet.getByRole('button', { name: new RegExp(`^${linkDetails.edit}`) }).tap()
  const form = page.getByRole('dialog', { name: linkEdit.title(displayName('Aus Dateien.txt')) })
  await form.getByRole('textbox', { name: linkDetails.downloadLimit }).fill('3')
  await form.getByRole('button', { name: linkEdit.save }).tap()
  await form.waitFor({ state: 'detached' })
  expect(await linkById(ask, id)).toMatchObject({ remain_downloads: 3 })
  await leave()
})
