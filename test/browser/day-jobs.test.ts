import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { refusals, rowsOf } from './app-server.ts'
import { expectFocus, focusBy } from './focus.ts'
import { journeys } from './journeys.ts'
import { chooseOfPage, goToSearch, longPress } from './links/link-journey.ts'

/* Jobs of a day by keys alone and by touch alone. */

const { ask, visit } = journeys()

const ways = ['keys', 'touch'] as const
type Way = (typeof ways)[number]

async function namesIn(uri: string): Promise<string[]> {
  const path = `/file?uri=${encodeURIComponent(uri)}&page_size=200`
  const { files } = await ask<{ files: { name: string }[] }>('GET', path)
  return files.map(({ name }) => name).sort()
}
const sizeOf = async (uri: string) =>
  (await ask<{ size: number }>('GET', `/file/info?uri=${encodeURIComponent(uri)}`)).size
const create = (uri: string) => ask('POST', '/file/create', { uri, type: 'file' })
const write = (uri: string, text: string) =>
  ask('PUT', `/file/content?uri=${encodeURIComponent(uri)}`, text)
const visitBy = (way: Way) =>
  visit({ as: 'owner', ...(way === 'touch' && { width: 390, height: 844 }) })

/** Presses a button in sight by its name. */
async function press(page: Page, way: Way, name: RegExp): Promise<void> {
  if (way === 'touch') {
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    const place = (await dialog.count()) > 0 ? dialog.last() : page
    return place.getByRole('button', { name }).first().tap()
  }
  await focusBy(page, 'Tab', name)
  await page.keyboard.press('Enter')
}
/** Chooses from the menu of a row, which has the focus afterwards. */
async function choose(page: Page, way: Way, row: string, entry: string): Promise<void> {
  const target = rowsOf(page).filter({ hasText: row }).first()
  await target.waitFor()
  if (way === 'touch') {
    await target.getByRole('button', { name: /^Actions/ }).tap()
    await page.getByRole('menuitem', { name: entry }).tap()
  } else {
    await target.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: entry }).waitFor()
    await focusBy(page, 'ArrowDown', new RegExp(`^${entry}`))
    await page.keyboard.press('Enter')
  }
}
const openFolder = (page: Page, uri: string) =>
  page.goto(`files?layout=list&uri=${encodeURIComponent(uri)}`)

test.each(ways)(
  'L2, F2: by %s, what is locked is unlocked in the middle of a rename',
  async (way) => {
    const folder = `svc://my/Locked by ${way}`
    await create(`${folder}/letter.txt`)
    const other = await visit({ as: 'owner' })
    await other.page.goto(`edit?uri=${encodeURIComponent(`${folder}/letter.txt`)}`)
    await other.page.getByText('Locks when you start typing').waitFor()
    await other.page.getByRole('textbox', { name: /^Text of/ }).focus()
    await other.page.keyboard.type('a')
    await other.page.getByText('Only you can edit while this is open').waitFor()

    const { page, leave } = await visitBy(way)
    await openFolder(page, folder)
    await choose(page, way, 'letter.txt', 'Rename')
    await page.getByRole('textbox', { name: /^New name/ }).waitFor()
    await page.keyboard.type('reply')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await press(page, way, /^Unlock and retry/)
    await expect.poll(() => namesIn(folder)).toEqual(['reply.txt'])
    if (way === 'keys') await expectFocus(page, 'reply.txt')
    await leave()
    await other.context.close()
  },
)

test.each(ways)(
  'G12: by %s, a text that was changed elsewhere is compared and kept as a copy',
  async (way) => {
    const folder = `svc://my/Changed by ${way}`
    const uri = `${folder}/plan.txt`
    await create(uri)
    const { page, context, leave, allow } = await visitBy(way)
    // The rest of the code is fetched meanwhile.
    allow(/CodeLoadError/)
    allow(refusals)
    await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
    await page.getByText('Locks when you start typing').waitFor()
    // Messages and dialogs come once the page is idle: offline they could not.
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    const text = page.getByRole('textbox', { name: /^Text of/ })
    if (way === 'touch') await text.tap()
    await context.setOffline(true)
    await page.keyboard.type('Mine')
    await write(uri, 'Theirs')
    await context.setOffline(false)
    await page.getByRole('alert').filter({ hasText: 'changed elsewhere' }).waitFor()
    if (way === 'keys') await page.keyboard.press('Control+s')
    await press(page, way, /^Compare…/)
    await page.getByRole('dialog').getByText('Theirs').waitFor()
    await press(page, way, /^Save as a copy/)
    await expect.poll(() => namesIn(folder)).toEqual(['plan (2).txt', 'plan.txt'])
    await expect.poll(() => text.inputValue()).toBe('Mine')
    await leave()
  },
)

test.each(ways)('F4: by %s, an earlier version of a file is restored', async (way) => {
  const folder = `svc://my/Versions by ${way}`
  const uri = `${folder}/plan.txt`
  await create(uri)
  await write(uri, 'one')
  await write(uri, 'longer than one')
  const { page, leave } = await visitBy(way)
  await openFolder(page, folder)
  await choose(page, way, 'plan.txt', 'Details')
  await page.getByText('Versions', { exact: true }).waitFor()
  await press(page, way, /^Restore the version of/)
  await page
    .getByText(/is the current one again/)
    .first()
    .waitFor()
  // The text is stored as it was sent, in quotation marks.
  expect(await sizeOf(uri)).toBe('"one"'.length)
  await leave()
})

test.each(ways)(
  'T1, T5: by %s, the trash is searched, and what is found restored beside its namesake',
  async (way) => {
    const folder = `svc://my/Found by ${way}`
    const name = `minutes-${way}.txt`
    await create(`${folder}/${name}`)
    await ask('DELETE', '/file', { uris: [`${folder}/${name}`] })
    await create(`${folder}/${name}`)
    const { page, leave } = await visitBy(way)
    await page.goto('trash')
    await rowsOf(page).first().waitFor()
    if (way === 'keys') await goToSearch(page)
    else await page.getByRole('searchbox').tap()
    await page.keyboard.type(`minutes-${way}`)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    if (way === 'keys') {
      await page.keyboard.press('ArrowDown')
      await expectFocus(page, name)
      await page.keyboard.press('u')
    } else {
      await longPress(page, rowsOf(page).first())
      await press(page, way, /^Restore$/)
    }
    await page.getByRole('dialog', { name: 'Restore 1 item' }).waitFor()
    await press(page, way, /^Restore 1 item/)
    await expect.poll(() => namesIn(folder)).toEqual([`minutes-${way} (2).txt`, name])
    await leave()
  },
)

test.each(ways)(
  'T8: by %s, the trash is seen by deletion, and one is opened and restored',
  async (way) => {
    // A second try finds the deletion of the first.
    const name = `Deleted by ${way} ${Date.now()}`
    const folder = `svc://my/${name}`
    const names = ['a.txt', 'b.txt']
    for (const each of [...names, 'stays.txt']) await create(`${folder}/${each}`)
    await ask('DELETE', '/file', { uris: names.map((each) => `${folder}/${each}`) })
    const { page, leave } = await visitBy(way)
    await page.goto('trash')
    await rowsOf(page).first().waitFor()
    if (way === 'touch') await press(page, way, /^More$/)
    else {
      await focusBy(page, 'Shift+Tab', /^More$/)
      await page.keyboard.press('Enter')
    }
    const entry = page.getByRole('menuitemradio', { name: 'By deletion' })
    await entry.waitFor()
    if (way === 'touch') await entry.tap()
    else {
      await focusBy(page, 'ArrowDown', /^By deletion$/)
      await page.keyboard.press('Enter')
    }
    const deletion = rowsOf(page).filter({ hasText: name })
    await expect.poll(() => deletion.count()).toBe(1)
    if (way === 'touch') await deletion.tap()
    else {
      await focusBy(page, 'Tab', /^a\.txt/)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    if (way === 'touch') {
      await longPress(page, rowsOf(page).first())
      await rowsOf(page).nth(1).tap()
      await press(page, way, /^Restore$/)
    } else {
      await expectFocus(page, /^a\.txt/)
      for (const key of ['Shift+ArrowDown', 'u']) await page.keyboard.press(key)
    }
    await expect.poll(() => namesIn(folder)).toEqual([...names, 'stays.txt'])
    await leave()
  },
)

test.each(ways)(
  'F2, T10: by %s, files are uploaded, and one whose name is taken replaces what is there',
  async (way) => {
    const folder = `svc://my/Uploaded by ${way}`
    await create(`${folder}/plan.txt`)
    const { page, leave } = await visitBy(way)
    await openFolder(page, folder)
    await rowsOf(page).filter({ hasText: 'plan.txt' }).waitFor()
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
    if (way === 'keys') await goToSearch(page)
    await press(page, way, /^Upload$/)
    const entry = page.getByRole('menuitem', { name: 'Upload files…' })
    await entry.waitFor()
    const chooser = page.waitForEvent('filechooser')
    if (way === 'touch') await entry.tap()
    else {
      await expectFocus(page, 'Upload files…')
      await page.keyboard.press('Enter')
    }
    const files = ['plan', 'note'].map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`the new ${name}`),
    }))
    await (await chooser).setFiles(files)
    const question = page.getByRole('dialog', { name: '1 file is already here' })
    await question.getByText('The other one will be uploaded in any case.').waitFor()
    if (way === 'touch') await question.getByText('Replace', { exact: true }).tap()
    else {
      await focusBy(page, 'Shift+Tab', /^Keep both$/)
      await focusBy(page, 'ArrowRight', /^Replace$/)
    }
    await expect.poll(() => question.getByRole('radio', { name: 'Replace' }).isChecked()).toBe(true)
    await press(page, way, /^Upload 2 files$/)
    await page.getByRole('region', { name: 'Uploads' }).getByText('2 files uploaded').waitFor()
    expect(await namesIn(folder)).toEqual(['note.txt', 'plan.txt'])
    expect(await sizeOf(`${folder}/plan.txt`)).toBe('the new plan'.length)
    await leave()
  },
)

test('F2: by touch, a file is moved to another folder, which is chosen in the picker', async () => {
  const folder = 'svc://my/Moved by touch'
  await create(`${folder}/letter.txt`)
  await create(`${folder}/Answered/first.txt`)
  const { page, leave } = await visitBy('touch')
  await openFolder(page, folder)
  await choose(page, 'touch', 'letter.txt', 'Move…')
  const picker = page.getByRole('dialog', { name: /^Move .*letter\.txt/ })
  await picker.getByRole('option', { name: 'Answered' }).tap()
  await picker.getByRole('button', { name: 'Move to Answered' }).tap()
  await page.getByText(/letter\.txt.* moved to .?Answered/).waitFor()
  expect(await namesIn(folder)).toEqual(['Answered'])
  expect(await namesIn(`${folder}/Answered`)).toEqual(['first.txt', 'letter.txt'])
  await rowsOf(page).filter({ hasText: 'letter.txt' }).waitFor({ state: 'detached' })
  await leave()
})

test('T2, L2: by touch, the trash is emptied after a question, and what is locked in it is unlocked', async () => {
  await create('svc://my/Emptied.txt')
  await ask('DELETE', '/file', { uris: ['svc://my/Emptied.txt'] })
  const { page, leave } = await visitBy('touch')
  await page.goto('trash')
  await rowsOf(page).first().waitFor()
  await chooseOfPage(page, 'Empty trash…')
  await page.getByRole('dialog', { name: 'Empty the trash?' }).waitFor()
  await press(page, 'touch', /^Empty trash$/)
  // One of the items of the sample is locked.
  await page.getByRole('alertdialog').waitFor()
  await press(page, 'touch', /^Unlock and retry/)
  await page.getByRole('main').getByText('Trash is empty').waitFor()
  await expect.poll(() => namesIn('svc://trash')).toEqual([])
  await leave()
})
