import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { rowsShown, row, sent, seedWork, atWork } from './fixtures.tsx'

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
      'Share…',
      'RenameF2',
      'Move…',
      'Copy…',
      'Make a copy',
      'Details',
      'DeleteDel',
    ])
    await app.user.keyboard('m{Enter}')
    const dialog = within(await picker(/^Move/))
    expect(dialog.getByRole('combobox', { name: 'Search all folders' })).toHaveFocus()
    // Backspace goes up to Files, and typing finds the folder there.
    await app.user.keyboard('{Backspace}')
    await dialog.findByRole('option', { name: 'Archive' })
    await app.user.keyboard('arch{Enter}')
    await dialog.findByRole('option', { name: 'Old' })
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'letter.txt'])
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('finds folders below the subfolders by name, and says where they are', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('button', { name: 'Move…' }))
    const dialog = within(await picker(/^Move/))
    await dialog.findByRole('option', { name: 'Drafts' })
    await app.user.keyboard('d')
    // Folders of the open folder come first and keep their places when more are found.
    expect(await dialog.findByRole('option', { name: /^Deep/ })).toHaveTextContent(/Work.*Drafts/)
    expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Drafts',
      expect.stringMatching(/^Deep/),
      expect.stringMatching(/^Old/),
    ])
    await app.user.keyboard('ee')
    await waitFor(() => expect(dialog.queryByRole('option', { name: 'Drafts' })).toBeNull())
    await app.user.click(await dialog.findByRole('option', { name: /^Deep/ }))
    await app.user.click(await chooseButton('Move to Deep'))
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Work/Drafts/Deep')).toEqual(['letter.txt']),
    )
  })

  it('finds folders anywhere, wherever it is open', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('button', { name: 'Move…' }))
    const dialog = within(await picker(/^Move/))
    await dialog.findByRole('option', { name: 'Drafts' })
    await app.user.keyboard('old')
    const old = await dialog.findByRole('option', { name: /^Old/ })
    expect(old).toHaveTextContent(/Archive/)
    await app.user.click(old)
    await app.user.click(await chooseButton('Move to Old'))
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Archive/Old')).toEqual(['letter.txt']),
    )
  })

  it('offers the folders that were chosen last, and opens at one of them', async () => {
    const app = await atWork()
    const move = async (name: string) => {
      await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
      await app.user.click(screen.getByRole('button', { name: 'Move…' }))
      return within(await picker(/^Move/))
    }
    const first = await move('letter.txt')
    expect(first.queryByRole('group', { name: 'Recent' })).toBeNull()
    await app.user.click(await first.findByRole('option', { name: 'Drafts' }))
    await app.user.click(await chooseButton('Move to Drafts'))
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'))
    const second = await move('scan.pdf')
    await chooseButton('Move to Drafts')
    await app.user.click(second.getByRole('button', { name: 'Files' }))
    await app.user.click(await second.findByRole('option', { name: 'Archive' }))
    await app.user.click(await chooseButton('Move to Archive'))
    await waitFor(() => expect(rowsShown()).not.toContain('scan.pdf'))
    const third = await move('plan.tar.gz')
    const recent = within(third.getByRole('group', { name: 'Recent' }))
    await app.user.click(recent.getByRole('button', { name: 'Drafts' }))
    await app.user.click(await chooseButton('Move to Drafts'))
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Work/Drafts')).toContain('plan.tar.gz'),
    )
  })

  it('opens at the folder above where none is left to go on to', async () => {
    const app = await atWork()
    await app.user.dblClick(await row('Drafts'))
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select Deep' }))
    await app.user.click(screen.getByRole('button', { name: 'Move…' }))
    const opened = within(await picker(/^Move/))
    await chooseButton('Move to Work')
    expect(await opened.findByRole('option', { name: 'Drafts' })).toBeVisible()
  })

  it('says that nothing matches only when the service has searched', async () => {
    const app = await atWork()
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('button', { name: 'Move…' }))
    const dialog = within(await picker(/^Move/))
    await dialog.findByRole('option', { name: 'Drafts' })
    app.faults.next('GET /file', { kind: 'hold', until })
    await app.user.keyboard('nowhere')
    await waitFor(() => expect(dialog.queryByRole('option')).toBeNull())
    expect(dialog.queryByText('No matches')).toBeNull()
    answer()
    expect(await dialog.findByText('No matches')).toBeVisible()
  })

  it('copies into a folder made on the way', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('button', { name: 'Copy…' }))
    const dialog = within(await picker(/^Copy/))
    await app.user.click(dialog.getByRole('button', { name: 'New folder' }))
    await app.user.keyboard('Copies{Enter}')
    await app.user.click(await chooseButton('Copy to Copies'))
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Work/Copies')).toEqual(['letter.txt']),
    )
    await waitFor(() => expect(rowsShown()).toContain('Copies'))
    expect(rowsShown()).toContain('letter.txt')
  })

  it('does not offer to put a folder into itself, nor anything where it is', async () => {
    const { user, requests } = await atWork()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Drafts' }))
    await user.click(screen.getByRole('button', { name: 'Move…' }))
    const dialog = within(await picker(/^Move/))
    await user.click(await dialog.findByRole('option', { name: 'Work' }))
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

  /** Moves or copies items to Archive, by the picker. */
  async function sendToArchive(
    app: Awaited<ReturnType<typeof atWork>>,
    verb: 'Move' | 'Copy',
    names = ['letter.txt', 'scan.pdf'],
  ) {
    for (const name of names)
      await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await app.user.click(screen.getByRole('button', { name: `${verb}…` }))
    const dialog = within(await picker(new RegExp(`^${verb}`)))
    await app.user.keyboard('{Backspace}')
    await app.user.click(await dialog.findByRole('option', { name: 'Archive' }))
    await app.user.click(await chooseButton(`${verb} to Archive`))
  }

  it('says where it went, and Undo moves back what really moved', async () => {
    const app = await atWork()
    const { service, mei } = app
    service.seed.addLock({
      owner: mei,
      path: ['Work', 'scan.pdf'],
      application: { type: 'scan-station' },
    })
    await sendToArchive(app, 'Move')
    await app.user.click(await screen.findByRole('button', { name: 'Skip locked' }))
    await screen.findByText(/1 of 2 items moved to .?Archive.?\./)
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'letter.txt'])
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText('Move undone')).toBeVisible()
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old'])
    // It is back in the folder that is open: there is nothing to be shown elsewhere.
    expect(screen.queryByRole('button', { name: 'Show in folder' })).toBeNull()
  })

  it('L3 names what is locked in a folder that did not move', async () => {
    const app = await atWork()
    const { service, mei, lin } = app
    service.seed.addFile(mei, ['Work', 'Drafts', 'Deep', 'plan.md'])
    const application = { type: 'dav' }
    const path = ['Work', 'Drafts', 'Deep', 'plan.md']
    service.seed.addLock({ owner: mei, holder: lin, path, application })
    service.seed.addLock({ owner: mei, holder: lin, path: ['Work', 'scan.pdf'], application })
    await sendToArchive(app, 'Move', ['Drafts', 'letter.txt', 'scan.pdf'])
    await app.user.click(await screen.findByRole('button', { name: 'Skip locked' }))
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const lines = within(await screen.findByRole('dialog')).getAllByRole('listitem')
    const texts = () => lines.map(({ textContent }) => textContent.replace(/[\u2066-\u2069]/g, ''))
    await waitFor(() =>
      expect(texts()).toEqual([
        'DraftsDeep / plan.md: Network drive · Lin Okafor · WorkRetry',
        'scan.pdfNetwork drive · Lin Okafor · WorkRetry',
      ]),
    )
  })

  it.each([
    ['Move', /2 items moved to .?Archive/],
    ['Copy', /2 items copied to .?Archive/],
  ] as const)('%s leads to what has left the folder', async (verb, words) => {
    const app = await atWork()
    await sendToArchive(app, verb)
    await screen.findByText(words)
    expect(screen.queryAllByRole('button', { name: /^Undo: / })).toHaveLength(
      verb === 'Move' ? 1 : 0,
    )
    await app.user.click(screen.getByRole('button', { name: 'Show in folder' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Archive' })).toBeInTheDocument(),
    )
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeVisible()
    expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('Old')).toHaveAttribute('aria-selected', 'false')
  })

  it('from several folders leads, when it is undone, to each of them', async () => {
    const app = await atWork({
      path: '/files?q=.txt',
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'Drafts', 'note.txt'], { size: 1 })
      },
    })
    await sendToArchive(app, 'Move', ['letter.txt', 'note.txt'])
    await screen.findByText(/2 items moved to .?Archive/)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('Move undone')
    await app.user.click(screen.getByRole('button', { name: 'Show in folder' }))
    const folders = await screen.findAllByRole('menuitem')
    expect(folders.map(({ textContent }) => textContent)).toEqual(['Work1', 'Work / Drafts1'])
    expect(folders[0]?.closest('[role=status]')).toBeNull()
    await app.user.click(screen.getByRole('menuitem', { name: /Drafts/ }))
    await screen.findByRole('heading', { name: 'Drafts' })
    expect(await screen.findByRole('region', { name: '1 selected' })).toBeVisible()
    expect(await row('note.txt')).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByText('Move undone')).toBeNull()
  })
})
