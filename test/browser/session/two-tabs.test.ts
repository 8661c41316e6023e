import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { expectFocus, focusBy } from '../focus.ts'
import { journeys } from '../journeys.ts'

/* The same person does the same thing in two tabs at the same time: each item counts once, and both tabs say what is so. */

const here = journeys()
const { ask, visit } = here

type Listed = { files: { name: string }[] }
const namesIn = async (uri: string): Promise<string[]> => {
  const query = `uri=${encodeURIComponent(uri)}&page_size=2000&order_by=name`
  const { files } = await ask<Listed>('GET', `/file?${query}`)
  return files.map(({ name }) => name)
}
const names = ['one.txt', 'two.txt', 'three.txt']

/** Holds such requests of both tabs until each of them has sent one. */
async function holdUntilBoth(tabs: readonly Page[], method: string, path: string) {
  let waiting = 0
  let release = () => {}
  const both = new Promise<void>((resolve) => (release = resolve))
  for (const tab of tabs)
    await tab.route(`**/api/v4${path}`, async (route) => {
      if (route.request().method() === method) {
        if (++waiting === tabs.length) release()
        await both
      }
      await route.continue()
    })
}

/** Selects all rows in both tabs and presses the button of that name in both. */
async function pressInBoth(tabs: readonly Page[], name: string): Promise<void> {
  for (const tab of tabs) {
    await expect.poll(() => rowsOf(tab).count()).toBe(names.length)
    await tab.getByRole('checkbox', { name: 'Select all' }).click()
  }
  for (const tab of tabs) await tab.getByRole('button', { name, exact: true }).first().click()
}

const sayInBoth = (tabs: readonly Page[], text: string) =>
  Promise.all(tabs.map((tab) => tab.getByText(text).first().waitFor()))

test('F2, T4: two tabs delete the same files, then restore them, at the same time', async () => {
  // A second try of the test needs another name.
  const folder = `Twice${Date.now()}`
  const uri = `svc://my/${folder}`
  for (const name of names)
    await ask('POST', '/file/create', { uri: `${uri}/${folder} ${name}`, type: 'file' })
  const { page, tab, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  const tabs = [page, await tab()]
  for (const each of tabs) await each.goto(`files?uri=${encodeURIComponent(uri)}`)
  await holdUntilBoth(tabs, 'DELETE', '/file')
  await pressInBoth(tabs, 'Delete')
  await sayInBoth(tabs, '3 items moved to the trash')
  expect(await namesIn(uri)).toEqual([])

  for (const each of tabs) await each.goto(`trash?q=${folder}`)
  await holdUntilBoth(tabs, 'POST', '/file/restore')
  await pressInBoth(tabs, 'Restore')
  await sayInBoth(tabs, '3 items restored')
  expect(await namesIn(uri)).toHaveLength(3)
  expect((await namesIn('svc://trash')).filter((name) => name.startsWith(folder))).toEqual([])
  for (const each of tabs) {
    await expect.poll(() => rowsOf(each).count()).toBe(0)
    expect(await each.getByText(/failed|was interrupted/).count()).toBe(0)
  }
  await leave()
}, 90_000)

test('T2: what one tab deletes is not among all that the other has selected, nor in its open question', async () => {
  const folder = `Late${Date.now()}`
  const create = (name: string) =>
    ask('POST', '/file/create', { uri: `svc://my/${folder}/${name}`, type: 'file' })
  for (const name of ['first.txt', 'late.txt', 'later.txt']) await create(name)
  await ask('DELETE', '/file', { uris: [`svc://my/${folder}/first.txt`] })
  const { page, tab, leave } = await visit({ as: 'owner' })
  const other = await tab()
  const search = new URLSearchParams({ q: folder }).toString()
  await page.goto(`trash?${search}`)
  await page.getByRole('row', { name: 'first.txt' }).waitFor()
  await page.getByText('The rest is still loading.').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+a')
  const selected = page.getByRole('region', { name: '1 selected' })
  await selected.waitFor()

  const deleteInOther = async (name: string) => {
    await other.goto(`files?uri=${encodeURIComponent(`svc://my/${folder}`)}`)
    await other.getByRole('checkbox', { name: `Select ${name}` }).click()
    await other.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await other.getByText('moved to the trash').first().waitFor()
  }
  await deleteInOther('late.txt')
  // G12: the trash follows by itself.
  await page.getByRole('row', { name: 'late.txt' }).waitFor()
  expect(await selected.count()).toBe(1)
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: /Permanently delete .*first\.txt/ })
  await question.waitFor()
  await deleteInOther('later.txt')
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('permanently deleted').first().waitFor()
  const left = (await namesIn('svc://trash')).filter((name) =>
    ['first.txt', 'late.txt', 'later.txt'].includes(name),
  )
  expect(left.toSorted()).toEqual(['late.txt', 'later.txt'])
  await leave()
})

/** Lets so many of such requests through and loses the others, until what it returns is called. */
async function loseAfter(
  count: number,
  tab: Page,
  method: string,
  path: string,
): Promise<() => void> {
  let sent = 0
  let isLosing = true
  await tab.route(`**/api/v4${path}`, (route) =>
    route.request().method() === method && ++sent > count && isLosing
      ? route.abort()
      : route.continue(),
  )
  return () => void (isLosing = false)
}

const isCutOff = (tab: Page) => tab.getByText(/^Waiting for the (network|service)/).first()
const offerIn = (tab: Page) => tab.getByRole('region', { name: 'Interrupted' })

test('F2, T3, T6: what a closed tab has begun another one carries on, and two tabs finish one Undo once', async () => {
  const folder = `Closed${Date.now()}`
  const uri = `svc://my/${folder}`
  // Sent in four requests: two may be under way when the tab closes, and get through then.
  const uris = Array.from({ length: 310 }, (_, at) => `${uri}/${folder} ${at}.txt`)
  for (const each of uris) await ask('POST', '/file/create', { uri: each, type: 'file' })
  await ask('DELETE', '/file', { uris })
  const { page, tab, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  const [second, third] = [await tab(), await tab()]
  const openTrash = async (each: Page) => {
    await each.goto(`trash?q=${folder}`)
    await rowsOf(each).first().waitFor()
  }

  await loseAfter(1, page, 'POST', '/file/restore')
  await openTrash(page)
  await page
    .getByRole('status')
    .getByText(/^310 (?:of [\d,]+ )?items/)
    .first()
    .waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await isCutOff(page).waitFor()
  await page.close()

  const release = await loseAfter(0, second, 'POST', '/file/restore')
  await openTrash(second)
  await offerIn(second).getByText('A restore of 310 items was interrupted.').waitFor()
  await offerIn(second).getByRole('button', { name: 'Check and resume' }).click()
  await isCutOff(second).waitFor()
  await openTrash(third)
  expect(await offerIn(third).count()).toBe(0)
  release()
  await second.getByText('310 items restored').first().waitFor()
  expect(await namesIn(uri)).toHaveLength(310)

  await loseAfter(1, second, 'DELETE', '/file')
  await second
    .getByRole('button', { name: /^Undo: / })
    .first()
    .click()
  await isCutOff(second).waitFor()
  await second.reload()
  await second.unrouteAll({ behavior: 'ignoreErrors' })
  await third.reload()
  const deleted: string[] = []
  for (const each of [second, third]) {
    each.on('request', (request) => {
      if (request.method() !== 'DELETE') return
      deleted.push(...(request.postDataJSON() as { uris: string[] }).uris)
    })
    await offerIn(each).getByRole('button', { name: 'Check and resume' }).waitFor()
  }
  await Promise.all(
    [second, third].map((each) =>
      offerIn(each).getByRole('button', { name: 'Check and resume' }).click(),
    ),
  )
  await expect.poll(() => namesIn(uri)).toEqual([])
  expect(new Set(deleted).size).toBe(deleted.length)
  const back = (await namesIn('svc://trash')).filter((name) => name.startsWith(folder))
  expect(new Set(back).size).toBe(310)
  for (const each of [second, third]) {
    await expect.poll(() => offerIn(each).count()).toBe(0)
    expect(await each.getByText(/failed|not undone/).count()).toBe(0)
  }
  await leave()
}, 120_000)

test('G2: what one tab has not saved is asked for when another signs out', async () => {
  const name = `Unsaved${Date.now()}.txt`
  const uri = `svc://my/${name}`
  await ask('POST', '/file/create', { uri, type: 'file' })
  const { page, tab, leave } = await visit({ as: 'owner' })
  const other = await tab()
  await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
  const text = page.getByRole('textbox', { name: /^Text of/ })
  await text.fill('Not saved yet')
  await page.getByText('Unsaved changes').first().waitFor()
  await other.goto('shares')
  await rowsOf(other).first().waitFor()
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  const question = other.getByRole('dialog', { name: 'Sign out without saving?' })
  await question.getByText('What is unsaved in another tab will be lost.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await text.inputValue()).toBe('Not saved yet')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Unsaved changes').first().waitFor({ state: 'hidden' })
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  for (const each of [page, other]) await each.waitForURL(/sign-in/)
  await leave()
})

test('G2: by keys alone, the question before a sign-out is cancelled, and answered', async () => {
  const uri = `svc://my/Unsaved${Date.now()}.txt`
  await ask('POST', '/file/create', { uri, type: 'file' })
  const { page, tab, leave } = await visit({ as: 'owner' })
  await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
  await page.getByRole('textbox', { name: /^Text of/ }).fill('Not saved yet')
  await page.getByText('Unsaved changes').first().waitFor()
  const other = await tab()
  await other.goto('shares')
  await rowsOf(other).first().waitFor()
  await other.bringToFront()
  await focusBy(other, 'Shift+Tab', /^Account/)
  await other.keyboard.press('Enter')
  await other.getByRole('button', { name: 'Sign out' }).waitFor()
  await focusBy(other, 'Tab', /^Sign out$/)
  await other.keyboard.press('Enter')
  const question = other.getByRole('dialog', { name: 'Sign out without saving?' })
  await question.waitFor()
  await expectFocus(other, 'Cancel')
  await takeScreenshot(other, 'sign-out-question')
  // They look as the buttons of every question do, though this one opens from a menu.
  const looks = await question.evaluate((dialog) =>
    [...dialog.querySelectorAll('button')].map((button) => ({
      top: button.getBoundingClientRect().top,
      colour: getComputedStyle(button).color,
    })),
  )
  expect(looks[0]?.top).toBe(looks[1]?.top)
  expect(looks[1]?.colour).toBe('oklch(1 0 0)')
  await other.keyboard.press('Escape')
  await expectFocus(other, 'Sign out')
  await other.keyboard.press('Enter')
  await question.waitFor()
  await expectFocus(other, 'Cancel')
  await focusBy(other, 'Tab', /^Sign out$/)
  await other.keyboard.press('Enter')
  for (const each of [page, other]) await each.waitForURL(/sign-in/)
  await leave()
})
