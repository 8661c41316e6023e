import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { chooseRule, decide } from '../../../dom/name-clashes.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { sizesAt, row, rowsShown, seedWork, atWork } from './fixtures.tsx'

type App = Awaited<ReturnType<typeof atWork>>

const refused = /^“.?scan\.pdf.?” was not moved to .?Archive.?\. You don’t have access\.$/

/** Archive has a scan.pdf of its own, of one byte. */
const withScanInArchive = () =>
  atWork({
    seed: (backend) => {
      seedWork(backend)
      backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
    },
  })

/** Chooses Archive as the folder that these rows are moved or copied to. */
async function openFolderPicker({ user }: App, verb: 'Move' | 'Copy', ...names: string[]) {
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await user.click(screen.getByRole('button', { name: `${verb}…` }))
  const picker = within(await screen.findByRole('dialog', { name: new RegExp(`^${verb}`) }))
  await user.keyboard('{Backspace}')
  await user.click(await picker.findByRole('option', { name: 'Archive' }))
}

async function sendToArchive(app: App, verb: 'Move' | 'Copy', ...names: string[]) {
  await openFolderPicker(app, verb, ...names)
  await app.user.click(await chooseButton(`${verb} to Archive`))
}

const expectWorkUnchanged = async (app: App) =>
  expect(await namesAt(app, 'svc://my/Work')).toEqual([
    'Drafts',
    'letter.txt',
    'plan.tar.gz',
    'scan.pdf',
  ])

const refuseMove = ({ faults }: App) =>
  faults.next('POST /file/move', {
    kind: 'json',
    body: { code: 403, msg: 'no', correlation_id: 'c' },
  })

const question = () => screen.findByRole('dialog', { name: /^1 name is taken in .?Archive/ })
const answer = async ({ user }: App, rule: string) => decide(user, await question(), rule)

describe('F2 a name that is taken where items are moved to', () => {
  it('is asked about, with both sizes, before anything is moved', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'letter.txt', 'scan.pdf')
    const dialog = within(await question())
    expect(dialog.getByText('The other one will be moved in any case.')).toBeVisible()
    expect(dialog.getByRole('row', { name: 'scan.pdf' })).toHaveTextContent(
      /scan\.pdf.*63 kB.*Already there.*1 B/,
    )
    expect(dialog.getByRole('radio', { name: 'Keep both' })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Move 2 items' })).toHaveFocus()
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expectWorkUnchanged(app)
  })

  it('is told about what the rule does, and what an exception replaces, in their numbers', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of ['letter.txt', 'plan.tar.gz', 'scan.pdf'])
          backend.service.seed.addFile(backend.mei, ['Archive', name])
      },
    })
    await sendToArchive(app, 'Move', 'letter.txt', 'plan.tar.gz', 'scan.pdf')
    const dialog = await screen.findByRole('dialog', { name: /^3 names are taken/ })
    const says = (words: string) => expect(within(dialog).getByText(words)).toBeVisible()
    await chooseRule(app.user, dialog, 'Replace')
    says('The 3 files in the folder go to the trash.')
    await chooseRule(app.user, dialog, 'Replace', { 'scan.pdf': 'Skip' })
    says('The 2 files in the folder go to the trash.')
    await chooseRule(app.user, dialog, 'Skip', { 'letter.txt': 'Replace' })
    says('The 2 items stay where they are. The file in the folder goes to the trash.')
    await chooseRule(app.user, dialog, 'Keep both', { 'scan.pdf': 'Keep both' })
    says('The new items get numbers, e.g. “name (2)”. The file in the folder goes to the trash.')
  })

  it('Keep both gives the moved one a number, and Undo gives its name and place back', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'letter.txt', 'scan.pdf')
    await answer(app, 'Keep both')
    expect(await screen.findByText(/2 items moved to .?Archive/)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['letter.txt', 12],
      ['scan (2).pdf', 64_000],
      ['scan.pdf', 1],
    ])
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz']))
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    await expectWorkUnchanged(app)
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan.pdf'])
  })

  it('Replace puts the one in the way into the trash, and Undo brings both back with one message', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'scan.pdf')
    await answer(app, 'Replace')
    expect(await screen.findByText(/scan\.pdf.* moved to .?Archive/)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['scan.pdf', 64_000],
    ])
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('Move undone', { ignore: '.sr-only' })
    expect(screen.queryByText(/restored/)).toBeNull()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['scan.pdf', 1],
    ])
    expect(rowsShown()).toContain('scan.pdf')
  })

  it('Replace that fails brings the one in the way back from the trash', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'scan.pdf')
    await question()
    refuseMove(app)
    await answer(app, 'Replace')
    expect(await screen.findByText(refused)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['scan.pdf', 1],
    ])
    expect(await namesAt(app, 'svc://my/Work')).toContain('scan.pdf')
  })

  it('Skip moves the others only', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'letter.txt', 'scan.pdf')
    await answer(app, 'Skip')
    expect(await screen.findByText(/letter\.txt.* moved to .?Archive/)).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf'])
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'letter.txt', 'scan.pdf'])
  })

  it('a folder replaces nothing: both are kept', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFolder(backend.mei, ['Archive', 'Drafts'])
      },
    })
    await sendToArchive(app, 'Move', 'Drafts')
    expect(within(await question()).queryByRole('radio', { name: 'Replace' })).toBeNull()
    await answer(app, 'Keep both')
    await screen.findByText(/Drafts.* moved to .?Archive/)
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Drafts', 'Drafts (2)', 'Old'])
  })

  it('T10 names the folder that is kept beside what is there when files are replaced', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
        backend.service.seed.addFolder(backend.mei, ['Archive', 'Drafts'])
      },
    })
    await sendToArchive(app, 'Move', 'Drafts', 'scan.pdf')
    const dialog = await screen.findByRole('dialog', { name: /^2 names are taken/ })
    await chooseRule(app.user, dialog, 'Replace')
    expect(dialog).toHaveTextContent(
      /The file in the folder goes to the trash\. “.?Drafts.?” is kept beside what is there\./,
    )
  })

  it('a move whose answer was lost is not done twice, nor under two names', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'scan.pdf')
    await question()
    app.faults.next('POST /file/rename', { kind: 'lost' })
    app.faults.next('POST /file/move', { kind: 'lost' })
    await answer(app, 'Keep both')
    expect(await screen.findByText(/scan\.pdf.* moved to/, {}, { timeout: 15_000 })).toBeVisible()
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan (2).pdf', 'scan.pdf'])
    expect(await namesAt(app, 'svc://my/Work')).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz'])
  })

  it('that was not seen in time is asked about when one tries again, also when it was skipped then', async () => {
    const app = await atWork()
    await openFolderPicker(app, 'Move', 'scan.pdf')
    const go = await chooseButton('Move to Archive')
    app.service.seed.addFile(app.mei, ['Archive', 'scan.pdf'], { size: 1 })
    await app.user.click(go)
    await screen.findByText(/^“.?scan\.pdf.?” is already in .?Archive.?\.$/)
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    await answer(app, 'Skip')
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    expect(await screen.findByRole('region', { name: 'Skipped' })).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: /^Retry/ }))
    await answer(app, 'Keep both')
    expect(await screen.findByText(/scan\.pdf.* moved to .?Archive/)).toBeVisible()
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan (2).pdf', 'scan.pdf'])
  })

  it('gives the item its name back when it cannot be moved', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Move', 'scan.pdf')
    await question()
    refuseMove(app)
    await answer(app, 'Keep both')
    expect(await screen.findByText(refused)).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toContain('scan.pdf')
  })
})

describe('F2 a name that is taken where items are copied to', () => {
  it('Keep both gives the copy a number, and nothing else is left behind', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Copy', 'letter.txt', 'scan.pdf')
    await answer(app, 'Keep both')
    expect(await screen.findByText(/2 items copied to .?Archive/)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['letter.txt', 12],
      ['scan (2).pdf', 64_000],
      ['scan.pdf', 1],
    ])
    await expectWorkUnchanged(app)
  })

  it('Replace puts the copy in place of the one in the way', async () => {
    const app = await withScanInArchive()
    await sendToArchive(app, 'Copy', 'scan.pdf')
    await answer(app, 'Replace')
    expect(await screen.findByText(/scan\.pdf.* copied to .?Archive/)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
      ['Old', 0],
      ['scan.pdf', 64_000],
    ])
  })
})

describe('F2 a copy beside the original', () => {
  const copies = ['Drafts', 'letter (2).txt', 'letter.txt', 'plan.tar.gz', 'scan.pdf']

  it('is made by pasting where one is, gets a number and the focus', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to copy/)
    await app.user.keyboard('{Control>}v{/Control}')
    await waitFor(async () => expect(await row('letter (2).txt')).toHaveFocus())
    await waitFor(() => expect(rowsShown()).toEqual(copies))
    expect(await namesAt(app, 'svc://my/Work')).toEqual(copies)
    expect(await row('letter (2).txt')).toHaveAttribute('aria-selected', 'true')
  })

  it('is made by “Make a copy”, of folders too, and counts on', async () => {
    const app = await atWork()
    app.service.seed.addFile(app.mei, ['Work', 'Drafts', 'idea.txt'], { size: 5 })
    for (const name of ['Drafts (2)', 'Drafts (3)']) {
      ;(await row('Drafts')).focus()
      await app.user.keyboard('{Shift>}{F10}{/Shift}')
      await app.user.click(await screen.findByRole('menuitem', { name: 'Make a copy' }))
      await waitFor(async () => expect(await row(name)).toHaveFocus())
    }
    expect(await sizesAt(app, 'svc://my/Work/Drafts (3)')).toEqual([
      ['Deep', 0],
      ['idea.txt', 5],
    ])
  })

  it.each([
    ['right', 0],
    ['a day ahead', -86_400_000],
  ])('whose answers were lost is made once, with a clock that is %s', async (_, clockOffsetMs) => {
    const app = await atWork({ clockOffsetMs })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to copy/)
    app.faults.next('POST /file/move', { kind: 'lost' })
    app.faults.next('POST /file/rename', { kind: 'lost' })
    app.faults.next('POST /file/move', { kind: 'lost' })
    await app.user.keyboard('{Control>}v{/Control}')
    await screen.findByText(/letter\.txt.* copied to/, {}, { timeout: 15_000 })
    expect(await namesAt(app, 'svc://my/Work')).toEqual(copies)
  })
})
