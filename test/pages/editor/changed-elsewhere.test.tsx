import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here } from '../../dom/harness.tsx'
import {
  becomeVisible,
  compareAnd,
  field,
  openFollowing,
  save,
  unlockAll,
  write,
} from './fixtures.tsx'

/* G12: an open text hears what other clients do to its file. */

/** A text that one types in, unlocked by its owner and saved elsewhere. */
async function openInConflict() {
  const app = await openFollowing()
  await write(app, 'So. ')
  unlockAll(app.service)
  await app.saveElsewhere('Dear Mei,')
  await screen.findByRole('button', { name: 'Compare…' })
  await becomeVisible()
  await screen.findByText('Not locked for you')
  return app
}

const isLocking = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /^\/file\/wopi\/[^/]+$/.test(path)
const isSaving = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/contents')

describe('G12 a text that is changed elsewhere while it is open', () => {
  it('follows when nothing is typed, and is not called locked', async () => {
    const app = await openFollowing()
    await app.saveElsewhere('Dear Mei,')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
    expect(app.service.seed.lockTokens()).toEqual([])
  })

  it('follows in place: the caret, what is scrolled and the focus stay', async () => {
    const app = await openFollowing()
    const text = await field()
    text.setSelectionRange(5, 8)
    text.scrollTop = 120
    const button = screen.getByRole('button', { name: 'Wrap long lines' })
    button.focus()
    await app.saveElsewhere('Dear Lin,\nthanks')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Lin,\nthanks'))
    expect(await field()).toBe(text)
    expect([text.selectionStart, text.selectionEnd, text.scrollTop]).toEqual([5, 8, 120])
    expect(button).toHaveFocus()
  })

  it('shows what is stored beside what one has typed, by lines, before one of them is chosen', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,\nthanks')
    await app.user.click(await screen.findByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
    await waitFor(() =>
      expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
        'Stored nowYours',
        expect.stringMatching(/^1Dear Mei,1.*So\. /),
        '2thanks',
      ]),
    )
    expect(dialog.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
      'Dear Mei,',
      'thanks',
    ])
    expect(await app.stored()).toBe('Dear Mei,\nthanks')
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await field()).value).toContain('So. ')
    await app.user.click(screen.getByRole('button', { name: 'Compare…' }))
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: 'Discard mine and reload',
      }),
    )
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,\nthanks'))
  })

  it('shows what is saved while one compares', async () => {
    const app = await openInConflict()
    await app.user.click(screen.getByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
    await app.saveElsewhere('Dear all,')
    expect(await dialog.findByRole('row', { name: /Dear all/ })).toBeVisible()
  })

  it('offers Retry where the stored text cannot be read', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    await screen.findByRole('button', { name: 'Compare…' })
    app.faults.always(({ path }) => path.endsWith('/contents'), { kind: 'drop' })
    await app.user.click(screen.getByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The stored text could not be read')
    // What nobody can compare can be overwritten still.
    expect(dialog.getByRole('button', { name: 'Overwrite' })).not.toHaveAttribute('aria-disabled')
    app.faults.clear()
    await app.user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
  })

  it('follows its file to another name, and is saved there', async () => {
    const app = await openFollowing()
    await write(app, ' bye')
    unlockAll(app.service)
    await app.renameElsewhere('note.txt')
    const renamed = await field('note.txt')
    expect(renamed).toHaveValue('Dear Lin, bye')
    expect(here()).toContain('note.txt')
    await save(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Lock again' }))
    await screen.findByText('Only you can edit while this is open')
    await save(app.user)
    await waitFor(async () => expect(await app.stored()).toBe('Dear Lin, bye'))
  })

  it('follows again when what was typed is taken back', async () => {
    const app = await openFollowing()
    await write(app, 'X')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    expect(await screen.findByText(/This file was changed elsewhere/)).toBeVisible()
    await app.user.clear(await field())
    await app.user.type(await field(), 'Dear Lin,')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
    expect(screen.queryByText(/This file was changed elsewhere/)).toBeNull()
  })

  it('says that it is gone when it was deleted, and nothing of its lock', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.removeElsewhere()
    expect(await screen.findByRole('alert')).toHaveTextContent('renamed, moved or deleted')
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
  })

  it('is there again when somebody brings it back, and is saved', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.removeElsewhere()
    expect(await screen.findByText(/renamed, moved or deleted. What you typed/)).toBeVisible()
    await becomeVisible()
    await screen.findByText('Not locked for you')
    await app.restoreElsewhere()
    await screen.findByText('Only you can edit while this is open')
    expect(screen.queryByRole('alert')).toBeNull()
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toContain('So. ')
  })

  it('is there again untouched, without a lock, and follows what was saved meanwhile', async () => {
    const app = await openFollowing()
    await app.removeElsewhere()
    await screen.findByRole('alert')
    await app.restoreElsewhere()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(app.service.seed.lockTokens()).toEqual([])
    await app.saveElsewhere('Dear Mei,')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
  })

  it('is still in conflict when it comes back with what others had saved', async () => {
    const app = await openInConflict()
    await app.removeElsewhere()
    expect(await screen.findByText(/renamed, moved or deleted. What you typed/)).toBeVisible()
    await app.restoreElsewhere()
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
  })

  it.each([
    ['bytes that are no text', 'Dear\0Mei'],
    ['a text that is too long', 'x'.repeat(1024 * 1024 + 1)],
  ])(
    'says that %s cannot be edited here, and follows when it is a text again',
    async (_, other) => {
      const app = await openFollowing()
      await app.saveElsewhere(other)
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'What is stored now cannot be edited here: it is not a text, or longer than 1 MB.',
      )
      expect(await field()).toHaveValue('Dear Lin,')
      await app.saveElsewhere('Dear Lin,')
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      await app.saveElsewhere('Dear Mei,')
      await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('keeps what one begins to type while the new text is being read', async () => {
    const app = await openFollowing()
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    const isReading = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && path.endsWith('/contents')
    app.faults.next(isReading, { kind: 'hold', until })
    const reads = app.requests.filter(isReading).length
    await app.saveElsewhere('Dear Mei,')
    await waitFor(() => expect(app.requests.filter(isReading)).toHaveLength(reads + 1))
    await app.user.type(await field(), ' bye')
    go()
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    expect(await field()).toHaveValue('Dear Lin, bye')
  })

  it('is not read again for what one saves oneself', async () => {
    const app = await openFollowing()
    await write(app, ' bye')
    await save(app.user)
    await screen.findByText('Saved')
    expect(await field()).toHaveValue('Dear Lin, bye')
    expect(await app.stored()).toBe('Dear Lin, bye')
  })
})

describe('G12 Overwrite in a conflict', () => {
  it('locks the text again and saves it', async () => {
    const app = await openInConflict()
    await compareAnd(app.user, 'Overwrite')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.getByText('Only you can edit while this is open')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await app.stored()).toContain('So. ')
  })

  it('asks about the lock of somebody else, and says so still after Cancel', async () => {
    const app = await openInConflict()
    app.service.seed.addLock({
      owner: app.mei,
      holder: app.lin,
      path: ['Letters', 'letter.txt'],
      application: { type: 'dav' },
    })
    await compareAnd(app.user, 'Overwrite')
    const ask = async (choice: string) =>
      app.user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', { name: choice }),
      )
    await ask('Cancel')
    expect(screen.getByText(/was changed elsewhere/)).toBeVisible()
    expect(screen.getByText('Not locked for you')).toBeVisible()
    await compareAnd(app.user, 'Overwrite')
    await ask('Unlock and retry')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
  })

  it('saves what was typed while nobody could be reached', async () => {
    const app = await openFollowing()
    app.faults.always(isLocking, { kind: 'drop' })
    await app.user.type(await field(), 'So. ')
    await app.saveElsewhere('Dear Mei,')
    await screen.findByRole('button', { name: 'Compare…' })
    await compareAnd(app.user, 'Overwrite')
    expect(await screen.findByText('The service could not be reached.')).toBeVisible()
    expect(await app.stored()).toBe('Dear Mei,')
    app.faults.clear()
    await compareAnd(app.user, 'Overwrite')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
  })

  it('asks when the lock is taken away while it saves', async () => {
    const app = await openInConflict()
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    app.faults.next(isSaving, { kind: 'hold', until })
    await compareAnd(app.user, 'Overwrite')
    await waitFor(() => expect(app.service.seed.lockTokens()).toHaveLength(1))
    await waitFor(() => expect(app.requests.some(isSaving)).toBe(true))
    unlockAll(app.service)
    go()
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await app.stored()).toBe('Dear Mei,')
    await app.user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
  })
})
