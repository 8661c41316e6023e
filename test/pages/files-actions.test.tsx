import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { formatBoolset, SharePermission } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { here, type LoggedRequest, renderApp, type World } from '../harness.tsx'

const rowsShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
const row = (name: string | RegExp) => screen.findByRole('row', { name })
const sent = (requests: readonly LoggedRequest[], method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path)

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'
function layWork({ service, mei }: World): void {
  service.lay.addFolder(mei, ['Archive', 'Old'])
  service.lay.addFolder(mei, ['Work', 'Drafts'])
  service.lay.addFolder(mei, ['Work', 'Drafts', 'Deep'])
  service.lay.addFile(mei, ['Work', 'letter.txt'], { size: 12 })
  service.lay.addFile(mei, ['Work', 'plan.tar.gz'], { size: 3000 })
  service.lay.addFile(mei, ['Work', 'scan.pdf'], { size: 64_000 })
}

const Named = v.object({ name: v.string() })

/** The app in the folder Work, its rows here. */
async function atWork(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, world: layWork, ...options })
  await row('letter.txt')
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  return app
}

/** What the service has in a folder of Mei's. */
function namesIn({ service }: World, folder: string): string[] {
  return service.db
    .query(
      `SELECT c.name AS name FROM files c JOIN files p ON c.parent_key = p.key
       WHERE p.name = ? AND c.trash_id IS NULL ORDER BY c.name`,
      [folder],
      Named,
    )
    .map(({ name }) => name)
}

describe('F2 a new folder', () => {
  it('is named in the list and takes the focus', async () => {
    const app = await atWork()
    await app.user.keyboard('n')
    const field = await screen.findByRole('textbox', { name: 'Name of the new folder' })
    expect(field).toHaveFocus()
    await app.user.keyboard('Invoices{Enter}')
    await waitFor(async () => expect(await row('Invoices')).toHaveFocus())
    expect(rowsShown()).toEqual(['Drafts', 'Invoices', 'letter.txt', 'plan.tar.gz', 'scan.pdf'])
    expect(namesIn(app, 'Work')).toContain('Invoices')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
  })

  it('is given up with Escape, and nothing is sent', async () => {
    const { user, requests } = await atWork()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.keyboard('Never{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
    expect(document.body).not.toHaveFocus()
    expect(sent(requests, 'POST', '/file/create')).toEqual([])
  })

  it('can be the first thing in an empty folder', async () => {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive%2FOld',
      world: layWork,
    })
    await screen.findByText('This folder is empty.')
    const main = within(screen.getByRole('main'))
    await app.user.click(main.getAllByRole('button', { name: 'New folder' }).at(-1) as HTMLElement)
    await app.user.keyboard('First{Enter}')
    expect(await row('First')).toBeVisible()
  })

  it.each([
    ['{Enter}', 'Type a name.'],
    ['..{Enter}', /two dots/],
    ['a/b{Enter}', /cannot have/],
    [`${'x'.repeat(256)}{Enter}`, /too long/],
    ['Drafts{Enter}', /is already there/],
  ])('with the name %j is not sent, what was typed stays', async (keys, words) => {
    const { user, requests } = await atWork()
    await user.keyboard('n')
    const field = await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await user.keyboard(keys)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(field).toHaveValue(keys.replace('{Enter}', ''))
    expect(field).toHaveAccessibleDescription(words)
    expect(field).toHaveFocus()
    expect(sent(requests, 'POST', '/file/create')).toEqual([])
  })

  it('whose name another has taken meanwhile says so in the field', async () => {
    const app = await atWork()
    app.service.lay.addFolder(app.mei, ['Work', 'Taken'])
    await app.user.keyboard('nTaken{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('is already there')
    expect(screen.getByRole('textbox', { name: 'Name of the new folder' })).toHaveValue('Taken')
  })
})

describe('F2, G10 what the next key acts on', () => {
  /** What a command would act on now: the selection, with the focus in it. */
  const expectReached = async (name: string) => {
    await waitFor(async () => expect(await row(name)).toHaveFocus())
    expect(await row(name)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
  }

  it('is a new folder, not what was selected before', async () => {
    const app = await atWork()
    await app.user.click(await row('letter.txt'))
    await app.user.keyboard('n')
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.keyboard('Invoices{Enter}')
    await expectReached('Invoices')
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).not.toContain('Invoices'))
    expect(namesIn(app, 'Work')).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf'])
  })

  it('is what was renamed, unless another row is clicked meanwhile', async () => {
    const { user } = await atWork()
    await user.click(await row('letter.txt'))
    ;(await row('scan.pdf')).focus()
    await user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /^New name of/ })
    await user.keyboard('photo{Enter}')
    await expectReached('photo.pdf')
    await user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /^New name of/ })
    await user.keyboard('page')
    await user.click(await row('letter.txt'))
    await row('page.pdf')
    await expectReached('letter.txt')
  })

  it.each([
    ['x', 'moved'],
    ['c', 'copied'],
  ])('is what was pasted after Ctrl+%s', async (key, words) => {
    const app = await atWork()
    await app.user.click(await row('letter.txt'))
    await app.user.keyboard(`{Control>}${key}{/Control}`)
    await screen.findByText(/ready to/)
    await app.user.dblClick(await row('Drafts'))
    await app.user.click(await row('Deep'))
    await app.user.keyboard('{Control>}v{/Control}')
    await expectReached('letter.txt')
    expect(await screen.findByText(new RegExp(words))).toBeVisible()
    expect(await row('Deep')).toHaveAttribute('aria-selected', 'false')
  })
})

it('F2 Ctrl+V held down pastes once', async () => {
  const { user, requests } = await atWork()
  await user.click(await row('letter.txt'))
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText(/ready to/)
  await user.dblClick(await row('Drafts'))
  await row('Deep')
  const paste = (repeat: boolean) =>
    fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true, repeat })
  paste(false)
  await waitFor(async () => expect(await row('letter.txt')).toHaveFocus())
  paste(true)
  await user.keyboard('{Control>}x{/Control}')
  await screen.findByText(/ready to move/)
  expect(sent(requests, 'POST', '/file/move')).toHaveLength(1)
})

it('F2 says one thing of the clipboard at a time, and nothing once it is pasted', async () => {
  const { user } = await atWork()
  await user.click(await row('letter.txt'))
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText(/ready to copy/)
  await user.keyboard('{Control>}v{/Control}')
  await screen.findByText(/^Already here/)
  expect(screen.queryByText(/ready to copy/)).toBeNull()
  await user.keyboard('{Control>}x{/Control}')
  await screen.findByText(/ready to move/)
  expect(screen.queryByText(/^Already here/)).toBeNull()
  await user.dblClick(await row('Drafts'))
  await row('Deep')
  await user.keyboard('{Control>}v{/Control}')
  await screen.findByText(/moved/)
  expect(screen.queryByText(/ready to move/)).toBeNull()
})

describe('F2 renaming in place', () => {
  const field = () => screen.findByRole('textbox', { name: /^New name of/ })

  it('begins with F2, the name picked up to its extension, and keeps the focus on the row', async () => {
    const app = await atWork()
    ;(await row('plan.tar.gz')).focus()
    await app.user.keyboard('{F2}')
    const input = (await field()) as HTMLInputElement
    expect(input).toHaveValue('plan.tar.gz')
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('plan')
    await app.user.keyboard('budget{Enter}')
    const renamed = await row('budget.tar.gz')
    await waitFor(() => expect(renamed).toHaveFocus())
    expect(rowsShown()).toEqual(['Drafts', 'budget.tar.gz', 'letter.txt', 'scan.pdf'])
    expect(namesIn(app, 'Work')).toEqual(['Drafts', 'budget.tar.gz', 'letter.txt', 'scan.pdf'])
  })

  it('is saved by leaving the field, once, and given up with Escape', async () => {
    const { user, requests } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}other{Escape}')
    expect(await row('letter.txt')).toHaveFocus()
    expect(sent(requests, 'POST', '/file/rename')).toEqual([])
    await user.keyboard('{F2}')
    await field()
    await user.keyboard('note')
    await user.click(screen.getByRole('searchbox'))
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it.each([
    ['', 'Type a name.'],
    ['scan.pdf', /is already there/],
    ['what?', /cannot have/],
    ['名'.repeat(86), /too long/],
  ])('to %j is not sent', async (name, words) => {
    const { user, requests } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}')
    const input = await field()
    fireEvent.change(input, { target: { value: name } })
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(input).toHaveValue(name)
    expect(sent(requests, 'POST', '/file/rename')).toEqual([])
  })

  it('says in the field that the service could not be reached, keeps what was typed, and can be sent again', async () => {
    const { user, faults } = await atWork()
    faults.always('POST /file/rename', { kind: 'drop' })
    faults.always('GET /file/info', { kind: 'drop' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached')
    expect(await field()).toHaveValue('note.txt')
    expect(await field()).toHaveFocus()
    faults.clear()
    await user.keyboard('{Enter}')
    expect(await row('note.txt')).toBeVisible()
  })

  it('whose answer was lost is looked up, not sent again', async () => {
    const { user, faults, requests } = await atWork()
    faults.next('POST /file/rename', { kind: 'lost' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it('sent twice by a second Enter goes out once', async () => {
    const { user, faults, requests } = await atWork()
    faults.next('POST /file/rename', { kind: 'delay', ms: 150 })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}{Enter}{Escape}')
    expect(await row('note.txt')).toBeVisible()
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(1)
  })

  it('F5 that meets a lock goes on in the same field after unlocking', async () => {
    const { user } = await atWork({
      world: (world) => {
        layWork(world)
        world.service.lay.addLock({
          owner: world.mei,
          path: ['Work', 'letter.txt'],
          application: { type: 'dav', inner_xml: 'lins-mac' },
        })
      },
    })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await field()).toHaveValue('note.txt')
    await user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    const renamed = await row('note.txt')
    await waitFor(() => expect(renamed).toHaveFocus())
  })
})

describe('F2 deleting', () => {
  it('takes the rows away when the service has confirmed, and Undo brings them back', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    const bar = within(screen.getByRole('region', { name: '2 selected' }))
    await app.user.click(bar.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz']))
    expect(namesIn(app, 'Work')).toEqual(['Drafts', 'plan.tar.gz'])
    await waitFor(() =>
      expect(screen.getAllByRole('row').slice(1)).toContain(document.activeElement),
    )
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement)
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    expect(namesIn(app, 'Work')).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf'])
  })

  it('gives the focus to the next row', async () => {
    const { user } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('asked for twice is done once', async () => {
    const { user, faults, requests } = await atWork()
    faults.next('DELETE /file', { kind: 'delay', ms: 200 })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}{Delete}')
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'))
    expect(sent(requests, 'DELETE', '/file')).toHaveLength(1)
    expect(await screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  })

  it.each([
    ['Delete', {}],
    ['Backspace', { metaKey: true }],
  ])('with %s held down is one deletion, not one row after another', async (key, modifiers) => {
    const { user, requests } = await atWork()
    ;(await row('letter.txt')).focus()
    const press = (repeat: boolean) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat, ...modifiers })
    press(false)
    await waitFor(async () => expect(await row('plan.tar.gz')).toHaveFocus())
    expect(press(true)).toBe(false)
    // What the held key had asked for would be gone before what is asked for now.
    await user.keyboard('{ArrowRight}')
    press(false)
    await waitFor(() => expect(rowsShown()).not.toContain('scan.pdf'))
    expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz'])
    expect(sent(requests, 'DELETE', '/file')).toHaveLength(2)
  })

  it('waits while there is no network, and goes on by itself', async () => {
    const { user, faults } = await atWork()
    faults.always('DELETE /file', { kind: 'drop' })
    faults.always('GET /file/info', { kind: 'drop' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}')
    await screen.findByText('Waiting for the network')
    expect(rowsShown()).toContain('letter.txt')
    faults.clear()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'), { timeout: 15_000 })
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('of which one failed leaves that one picked and says how many', async () => {
    const { user, faults } = await atWork()
    faults.next('DELETE /file', {
      kind: 'json',
      body: {
        code: Code.batchIncomplete,
        msg: '',
        aggregated_error: { 'svc://my/Work/scan.pdf': { code: Code.ownerOnly, msg: '' } },
      },
    })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Control>}a{/Control}{Delete}')
    await waitFor(() => expect(rowsShown()).toEqual(['scan.pdf']))
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
    expect(await screen.findByText(/3 of 4 items moved to the trash/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Only the owner may do this.')
  })

  it('of many says how far it has come and can be stopped', async () => {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FMany',
      world: ({ service, mei }) => {
        for (let n = 0; n < 250; n++) service.lay.addFile(mei, ['Many', `f${n}`], { size: 1 })
      },
      faults: (switched) => {
        switched.next('DELETE /file', { kind: 'delay', ms: 500 })
        switched.next('DELETE /file', { kind: 'stall' })
      },
    })
    await row('f0')
    ;(await row('f0')).focus()
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    const progress = await screen.findByRole('progressbar', { name: /Deleting 100 of 250/ })
    expect(progress).toHaveAttribute('aria-valuenow', '100')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByRole('region', { name: '150 selected' })).toBeVisible()
    expect(namesIn(app, 'Many')).toHaveLength(150)
    expect(document.body).not.toHaveFocus()
  })
})

describe('F2 moving and copying', () => {
  const picker = (name: RegExp) => screen.findByRole('dialog', { name })

  it('moves by keyboard alone: menu, folder, done', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Shift>}{F10}{/Shift}')
    const menu = within(await screen.findByRole('menu', { name: /letter\.txt/ }))
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Open↵',
      'Download',
      'Share',
      'RenameF2',
      'Move',
      'Copy',
      'Details',
      'DeleteDel',
    ])
    await app.user.keyboard('m{Enter}')
    const dialog = within(await picker(/^Move/))
    expect(dialog.getByRole('combobox', { name: 'Search folders' })).toHaveFocus()
    // Up to Files, then the folder whose name begins so.
    await app.user.keyboard('{Backspace}')
    await dialog.findByRole('option', { name: 'Archive' })
    await app.user.keyboard('arch{Enter}')
    await dialog.findByRole('option', { name: 'Old' })
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
    expect(namesIn(app, 'Archive')).toEqual(['Old', 'letter.txt'])
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('copies into a folder made on the way', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('button', { name: 'Copy' }))
    const dialog = within(await picker(/^Copy/))
    await app.user.click(dialog.getByRole('button', { name: 'New folder' }))
    await app.user.keyboard('Copies{Enter}')
    await app.user.click(await dialog.findByRole('button', { name: 'Copy to Copies' }))
    await waitFor(() => expect(namesIn(app, 'Copies')).toEqual(['letter.txt']))
    await waitFor(() => expect(rowsShown()).toContain('Copies'))
    expect(rowsShown()).toContain('letter.txt')
  })

  it('does not offer to put a folder into itself, nor anything where it is', async () => {
    const { user, requests } = await atWork()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Drafts' }))
    await user.click(screen.getByRole('button', { name: 'Move' }))
    const dialog = within(await picker(/^Move/))
    const go = dialog.getByRole('button', { name: 'Move to Work' })
    expect(go).toHaveAttribute('aria-disabled', 'true')
    expect(go).toHaveAccessibleDescription(/^Already here/)
    await user.click(go)
    const itself = await dialog.findByRole('option', { name: /Drafts/ })
    expect(itself).toHaveAttribute('aria-disabled', 'true')
    expect(itself).toHaveTextContent('cannot go into itself')
    await user.click(itself)
    expect(dialog.queryByRole('option', { name: 'Deep' })).toBeNull()
    await user.keyboard('{Escape}')
    expect(sent(requests, 'POST', '/file/move')).toEqual([])
  })

  it('says which of many had a clash and moves the others', async () => {
    const app = await atWork()
    app.service.lay.addFile(app.mei, ['Archive', 'scan.pdf'], { size: 1 })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    await app.user.click(screen.getByRole('button', { name: 'Move' }))
    const dialog = within(await picker(/^Move/))
    await app.user.keyboard('{Backspace}')
    await app.user.click(await dialog.findByRole('option', { name: 'Archive' }))
    await app.user.click(await dialog.findByRole('button', { name: 'Move to Archive' }))
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
    expect(await screen.findByText(/1 of 2 items moved/)).toBeVisible()
  })

  /** Moves or copies letter.txt and scan.pdf to Archive, by the picker. */
  async function sendToArchive(app: Awaited<ReturnType<typeof atWork>>, verb: 'Move' | 'Copy') {
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    await app.user.click(screen.getByRole('button', { name: verb }))
    const dialog = within(await picker(new RegExp(`^${verb}`)))
    await app.user.keyboard('{Backspace}')
    await app.user.click(await dialog.findByRole('option', { name: 'Archive' }))
    await app.user.click(await dialog.findByRole('button', { name: `${verb} to Archive` }))
  }

  it('says where it went, and Undo moves back what really moved', async () => {
    const app = await atWork()
    app.service.lay.addFile(app.mei, ['Archive', 'scan.pdf'], { size: 1 })
    await sendToArchive(app, 'Move')
    await screen.findByText(/1 of 2 items moved to .?Archive.?\./)
    expect(namesIn(app, 'Archive')).toEqual(['Old', 'letter.txt', 'scan.pdf'])
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/letter\.txt.*moved to .?Work/)).toBeVisible()
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    expect(namesIn(app, 'Archive')).toEqual(['Old', 'scan.pdf'])
    // It is back in the folder that is open: there is nothing to be shown elsewhere.
    expect(screen.queryByRole('button', { name: 'Show in folder' })).toBeNull()
  })

  it.each([
    ['Move', /2 items moved to .?Archive/],
    ['Copy', /2 items copied to .?Archive/],
  ] as const)('%s leads to what has left the folder', async (verb, words) => {
    const app = await atWork()
    await sendToArchive(app, verb)
    await screen.findByText(words)
    expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(verb === 'Move' ? 1 : 0)
    await app.user.click(screen.getByRole('button', { name: 'Show in folder' }))
    expect(await screen.findByRole('heading', { name: 'Archive' })).toBeInTheDocument()
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeVisible()
    expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('Old')).toHaveAttribute('aria-selected', 'false')
  })

  it('cuts here and pastes there, and not into itself', async () => {
    const app = await atWork()
    ;(await row('Drafts')).focus()
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await screen.findByText(/^Already here/)).toBeVisible()
    await app.user.keyboard('{Enter}')
    await row('Deep')
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await screen.findByText('A folder cannot go into itself.')).toBeVisible()
    expect(sent(app.requests, 'POST', '/file/move')).toEqual([])
    await app.user.keyboard('{Backspace}')
    await row('letter.txt')
    await app.user.keyboard('{Backspace}')
    await row('Archive')
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await row('Drafts')).toBeVisible()
    expect(namesIn(app, 'Work')).toEqual(['letter.txt', 'plan.tar.gz', 'scan.pdf'])
  })
})

describe('G7 focus never falls to the body', () => {
  it('when an empty folder is entered', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive',
      world: layWork,
    })
    ;(await row('Old')).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('This folder is empty.')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('when the last item of a folder is deleted', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive',
      world: layWork,
    })
    await user.click(await row('Old'))
    await user.keyboard('{Delete}')
    await screen.findByText('This folder is empty.')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('when the editor is left with Back: it returns to the row', async () => {
    const { user } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toMatch(/^\/edit/))
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    history.back()
    await waitFor(async () => expect(await row('letter.txt')).toHaveFocus())
  })
})

describe('what can be done with a row', () => {
  it('is offered for all that are picked when the row is one of them', async () => {
    const { user } = await atWork()
    await user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    fireEvent.contextMenu(await row('scan.pdf'), { clientX: 40, clientY: 60 })
    const menu = within(await screen.findByRole('menu', { name: /2 items/ }))
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Download',
      'Move',
      'Copy',
      'DeleteDel',
    ])
    await user.keyboard('{Escape}')
    expect(await row('scan.pdf')).toHaveFocus()
    fireEvent.contextMenu(await row('Drafts'))
    expect(await screen.findByRole('menu', { name: /Drafts/ })).toBeVisible()
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
  })

  it('is behind a button of its own, too', async () => {
    const { user } = await atWork()
    await user.click(within(await row('scan.pdf')).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    expect(await screen.findByRole('complementary', { name: 'scan.pdf' })).toBeVisible()
    expect(screen.queryByRole('region', { name: '1 selected' })).toBeNull()
  })

  it('F4 open details follow the one row that is picked, and stay for several', async () => {
    const { user } = await atWork()
    await user.click(within(await row('scan.pdf')).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    await screen.findByRole('complementary', { name: 'scan.pdf' })
    await user.click(await row('Drafts'))
    expect(await screen.findByRole('complementary', { name: 'Drafts' })).toBeVisible()
    expect(await row('Drafts')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('complementary', { name: 'letter.txt' })).toBeVisible()
    expect(await row('letter.txt')).toHaveFocus()
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByRole('region', { name: '4 selected' })
    expect(screen.getByRole('complementary', { name: 'letter.txt' })).toBeVisible()
    // It was one step: Back closes them.
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })

  it('F8 Enter opens a text in the editor', async () => {
    const { user } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe('/edit?uri=svc%3A%2F%2Fmy%2FWork%2Fletter.txt'))
  })
})

describe('F6 what somebody else shares', () => {
  const grants = (everyone: string | null): PermissionSetting => ({
    same_group: null,
    everyone,
    other: null,
    anonymous: null,
    group_explicit: {},
    user_explicit: {},
  })
  /** Lin in a folder that Mei shares. */
  async function asLin(below: string, permissions?: PermissionSetting) {
    let root = ''
    const app = await renderApp({
      as: 'lin',
      path: () => `/files?${new URLSearchParams({ uri: `${root}${below}` }).toString()}`,
      world: ({ service, mei }) => {
        const folder = service.lay.addFolder(mei, ['Private', 'Press kit'])
        service.lay.addFile(mei, ['Private', 'Press kit', 'Logos', 'mark.svg'], { size: 10 })
        service.lay.addFile(mei, ['Private', 'Press kit', 'notes.txt'], { size: 20 })
        root = `svc://${service.lay.addShare(folder, permissions ? { permissionSetting: permissions } : {})}@share`
      },
    })
    return app
  }
  const offered = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

  it('is browsed under the name of what is shared, and nothing that cannot work is offered', async () => {
    const { user } = await asLin('/Logos')
    await row('mark.svg')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    await user.click(await path.findByRole('link', { name: 'Press kit' }))
    const notes = await row('notes.txt')
    expect(document.title).toBe('Press kit · Latchkey')
    expect(document.body.textContent).not.toContain('Private')
    expect(screen.getByText('Read-only')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    fireEvent.contextMenu(notes)
    await screen.findByRole('menu')
    expect(offered()).toEqual(['Open↵', 'Download', 'Details'])
    await user.keyboard('{Escape}')
    notes.focus()
    await user.keyboard('n{F2}{Delete}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(await row('notes.txt')).toBeVisible()
  })

  it('is changed where its owner allows it', async () => {
    const { update, create, delete: remove, read } = SharePermission
    const all = formatBoolset([read, update, create, remove])
    const app = await asLin('', grants(all))
    const notes = await row('notes.txt')
    fireEvent.contextMenu(notes)
    await screen.findByRole('menu')
    expect(offered()).toEqual(['Open↵', 'Download', 'RenameF2', 'Details', 'DeleteDel'])
    await app.user.keyboard('{Escape}{F2}minutes{Enter}')
    expect(await row('minutes.txt')).toBeVisible()
    await app.user.keyboard('nFrom Lin{Enter}')
    expect(await row('From Lin')).toBeVisible()
    expect(namesIn(app, 'Press kit')).toEqual(['From Lin', 'Logos', 'minutes.txt'])
  })
})
