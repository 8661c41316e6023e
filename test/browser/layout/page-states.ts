import type { Page } from 'playwright-core'
import { accountPage } from '#src/i18n/en/account/account-page.ts'
import { en } from '#src/i18n/en/catalogue.ts'
import { viewEditor, type ViewEditorMessages } from '#src/i18n/en/views/view-editor.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { AccountMessages } from '#src/i18n/parts/account-messages.ts'
import { accountPage as accountPageZhCN } from '#src/i18n/zh-CN/account/account-page.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { viewEditor as viewEditorZhCN } from '#src/i18n/zh-CN/views/view-editor.ts'
import { rowsOf } from '../app-server.ts'

/* The pages of the sample data, and what can be open on them, in either language. */

const wordsOf = (
  messages: Messages,
  account: AccountMessages,
  viewEditorMessages: ViewEditorMessages,
) => ({
  ...messages,
  viewEditor: viewEditorMessages,
  accountPage: account,
})
export type Words = ReturnType<typeof wordsOf>
export const words: Record<'en' | 'zh-CN', Words> = {
  en: wordsOf(en, accountPage, viewEditor),
  'zh-CN': wordsOf(zhCN, accountPageZhCN, viewEditorZhCN),
}

export type PageState = {
  name: string
  path: string
  /** Before the page is loaded. */
  before?: (page: Page) => Promise<unknown>
  /** Opens what is open in this state. */
  open?: (page: Page, t: Words) => Promise<void>
  /** Ends what would last longer than the page. */
  close?: (page: Page) => Promise<void>
}

export const filesAt = (uri: string, more = '') => `files?uri=${encodeURIComponent(uri)}${more}`

const firstRow = async (page: Page) => {
  await rowsOf(page).first().waitFor()
  await rowsOf(page).first().focus()
}
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    await firstRow(page)
    for (const key of keys) await page.keyboard.press(key)
  }
const select =
  (count: number, ...keys: string[]) =>
  async (page: Page, t: Words) => {
    await press(...keys)(page)
    await page.getByRole('region', { name: t.common.selected(count) }).waitFor()
  }
/** Presses keys until what they open is there: the code for it may still be loading. */
const pressFor =
  (selector: string, ...keys: string[]) =>
  async (page: Page) => {
    await press(...keys)(page)
    await page.locator(selector).first().waitFor()
  }
const fromRowMenu =
  (entry: (t: Words) => string, selector = 'dialog[open]') =>
  async (page: Page, t: Words) => {
    await pressFor('[role=menu]', 'Shift+F10')(page)
    await page
      .getByRole('menuitem', { name: entry(t) })
      .first()
      .click()
    await page.locator(selector).first().waitFor()
  }
const focusRow = (page: Page, name: RegExp) => page.getByRole('row', { name }).first().focus()

const accountSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const lofoten = 'svc://my/Photos/Lofoten, summer 2026'
const documents = filesAt('svc://my/Documents', '&layout=list')

export const signedInStates: readonly PageState[] = [
  { name: 'files-list', path: filesAt('svc://my', '&layout=list'), open: firstRow },
  { name: 'files-grid', path: filesAt(lofoten, '&layout=grid'), open: firstRow },
  { name: 'files-gallery', path: filesAt(lofoten, '&layout=gallery'), open: firstRow },
  { name: 'files-other-scripts', path: filesAt('svc://my/مشاريع', '&layout=list'), open: firstRow },
  { name: 'files-long-names', path: filesAt('svc://my/Memos', '&layout=list'), open: firstRow },
  {
    name: 'files-long-names-grid',
    path: filesAt('svc://my/Memos', '&layout=grid'),
    open: firstRow,
  },
  { name: 'files-empty', path: filesAt('svc://my/Empty') },
  { name: 'files-error', path: filesAt('svc://my/Nowhere') },
  { name: 'files-search', path: filesAt('svc://my', '&q=moon'), open: firstRow },
  { name: 'files-search-none', path: filesAt('svc://my', '&q=zzzzz') },
  { name: 'files-one-selected', path: documents, open: select(1, ' ') },
  { name: 'files-all-selected', path: documents, open: select(10, 'Control+a') },
  {
    name: 'files-details',
    path: documents,
    open: async (page) => {
      await firstRow(page)
      await focusRow(page, /^Quarterly review/)
      await page.keyboard.press('Enter')
      await page.locator('aside, dialog[open]').first().waitFor()
    },
  },
  { name: 'files-row-menu', path: documents, open: pressFor('[role=menu]', 'Shift+F10') },
  { name: 'files-new-folder', path: documents, open: pressFor('[data-sticky] input', 'n') },
  {
    name: 'files-new-folder-grid',
    path: filesAt(lofoten, '&layout=grid'),
    open: pressFor('[data-sticky] input', 'n'),
  },
  { name: 'files-rename', path: documents, open: pressFor('[data-index] input[type=text]', 'F2') },
  { name: 'files-share', path: documents, open: fromRowMenu((t) => t.files.share) },
  { name: 'files-move', path: documents, open: fromRowMenu((t) => t.files.move) },
  {
    name: 'files-viewer',
    path: filesAt(lofoten, '&layout=grid'),
    open: async (page) => {
      await firstRow(page)
      await focusRow(page, /Midnight sun/)
      await page.keyboard.press('Enter')
      await page.locator('dialog[open] img[data-shown]').waitFor()
    },
  },
  {
    name: 'files-locked',
    path: filesAt('svc://my/Finance/2026', '&layout=list'),
    open: async (page) => {
      await firstRow(page)
      await focusRow(page, /^Budget 2026/)
      await page.keyboard.press('F2')
      await page.locator('[data-index] input[type=text]').waitFor()
      await page.keyboard.type('Plan')
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').waitFor()
    },
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'files-offline',
    path: documents,
    open: async (page, t) => {
      await firstRow(page)
      await page.context().setOffline(true)
      await page.getByText(t.appShell.offline).first().waitFor()
    },
    close: (page) => page.context().setOffline(false),
  },
  { name: 'shared-with-me', path: filesAt('svc://shared_with_me') },
  { name: 'shares', path: 'shares', open: firstRow },
  { name: 'shares-none', path: 'shares?q=zzzzz' },
  { name: 'shares-one-selected', path: 'shares', open: select(1, ' ') },
  { name: 'shares-all-selected', path: 'shares', open: select(30, 'Control+a') },
  { name: 'shares-details', path: 'shares', open: pressFor('aside, dialog[open]', 'Enter') },
  { name: 'shares-edit', path: 'shares?state=live', open: pressFor('dialog[open]', 'e') },
  { name: 'trash', path: 'trash', open: firstRow },
  {
    name: 'trash-loading',
    path: 'trash',
    before: (page) => page.route('**/api/v4/file?*', () => new Promise(() => {})),
    open: (page) => page.getByRole('progressbar').first().waitFor(),
    close: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
  {
    name: 'trash-error',
    path: 'trash',
    before: (page) => page.route('**/api/v4/file?*', (route) => route.abort()),
    open: (page, t) => page.getByRole('button', { name: t.common.retry }).first().waitFor(),
    close: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
  { name: 'trash-none', path: 'trash?q=zzzzz' },
  { name: 'trash-one-selected', path: 'trash', open: select(1, ' ') },
  { name: 'trash-all-selected', path: 'trash', open: select(60, 'Control+a') },
  { name: 'trash-details', path: 'trash?q=jpg', open: pressFor('aside, dialog[open]', 'Enter') },
  { name: 'trash-confirm', path: 'trash', open: pressFor('dialog[open]', 'Delete') },
  { name: 'trash-restore-to', path: 'trash', open: pressFor('dialog[open]', 'Shift+U') },
  { name: 'view-settings', path: 'view-settings?folder=svc%3A%2F%2Fmy', open: firstRow },
  {
    name: 'view-settings-gallery',
    path: `view-settings?folder=${encodeURIComponent(lofoten)}`,
    open: firstRow,
  },
  {
    name: 'view-settings-changed',
    path: `view-settings?folder=${encodeURIComponent('svc://my/Photos/City')}`,
    open: async (page) => {
      await rowsOf(page).first().waitFor()
      await page.getByRole('radio').nth(1).check({ force: true })
    },
  },
  {
    name: 'view-settings-menu',
    path: 'view-settings?folder=svc%3A%2F%2Fmy%2FPhotos',
    open: async (page, t) => {
      await rowsOf(page).first().waitFor()
      await page.getByRole('button', { name: t.common.more, exact: true }).click()
      await page.locator('[role=menu]').waitFor()
    },
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'view-settings-presets',
    path: 'view-settings?folder=svc%3A%2F%2Fmy%2FPhotos',
    open: async (page, t) => {
      await rowsOf(page).first().waitFor()
      await page.getByRole('button', { name: t.common.more, exact: true }).click()
      await page.getByRole('menuitem', { name: t.viewEditor.presets }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'view-settings-copy',
    path: 'view-settings?folder=svc%3A%2F%2Fmy%2FPhotos',
    open: async (page, t) => {
      await rowsOf(page).first().waitFor()
      await page.getByRole('button', { name: t.viewEditor.copyToSubfolders }).click()
      await page.getByRole('treeitem').first().waitFor()
    },
  },
  {
    name: 'editor',
    path: `edit?uri=${encodeURIComponent('svc://my/Work/Code/letter.txt')}`,
    open: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'keys', path: 'trash', open: pressFor('dialog[open]', '?') },
  {
    name: 'account',
    path: 'trash',
    open: async (page) => {
      await firstRow(page)
      await page.getByRole('button', { name: /Mei Wang/ }).click()
      await page.locator('[popover]:popover-open').first().waitFor()
    },
  },
  {
    name: 'account-problem',
    path: 'account',
    open: async (page, { accountPage: t, common }) => {
      await accountSection(page, t.signIns).getByRole('listitem').first().waitFor()
      const profile = accountSection(page, t.profile)
      await profile.getByLabel(t.name).fill('')
      await profile.getByRole('button', { name: common.save }).click()
      await profile.getByText(t.nameMissing).waitFor()
    },
  },
  {
    name: 'account-second-factor',
    path: 'account',
    open: async (page, { accountPage: t }) => {
      await accountSection(page, t.secondFactor).getByRole('button', { name: t.setUp }).click()
      await page.getByRole('dialog').getByRole('img').waitFor()
    },
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'account-error',
    path: 'account',
    before: (page) => page.route('**/api/v4/user/setting', (route) => route.abort()),
    open: (page, { accountPage: t }) => page.getByText(t.failed).waitFor(),
    close: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
  { name: 'not-found', path: 'nowhere' },
]

export const signedOutStates: readonly PageState[] = [
  {
    name: 'sign-in',
    path: 'trash',
    open: (page) => page.locator('input[type=password]').waitFor(),
  },
  {
    name: 'sign-in-refused',
    path: 'trash',
    open: async (page) => {
      await page
        .locator('input[type=email], input[autocomplete=username]')
        .first()
        .fill('mei@example.org')
      await page.locator('input[type=password]').fill('not this one')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'sign-up-off', path: 'session/signup' },
]
