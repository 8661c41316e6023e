import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { saveTextDraft, textDraftOf } from '#src/features/editor/text-drafts.ts'
import { here } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { callService, contentsAt } from '../../processes/service-api.ts'
import { compareAnd, field, open, save, unlockAll, write } from './fixtures.tsx'

describe('V4 what was typed in a text', () => {
  const leaving = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

  it('is asked about: staying keeps it', async () => {
    const app = await open()
    await write(app, 'So. ')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    const dialog = within(await leaving())
    expect(dialog.getByText(/What you typed in .*letter\.txt.* is not saved/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toContain('/edit?')
    expect((await field()).value).toContain('So. ')
  })

  it('is saved from there, and then the page is left', async () => {
    const app = await open()
    await write(app, 'So. ')
    await app.user.click(screen.getByRole('link', { name: 'Back to the folder' }))
    await app.user.click(within(await leaving()).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(here()).toContain('/files?'))
    expect(await app.stored()).toContain('So. ')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(false)
  })

  /** Saves in the question, and stays before the service has answered. The result lets it answer. */
  async function stayWhileSaving(app: Awaited<ReturnType<typeof open>>) {
    await write(app, 'So. ')
    const { fault, free } = held()
    app.faults.next(({ path }) => path.endsWith('/contents'), fault)
    await app.user.click(screen.getByRole('link', { name: 'Back to the folder' }))
    await app.user.click(within(await leaving()).getByRole('button', { name: 'Save' }))
    await app.user.click(within(await leaving()).getByRole('button', { name: 'Stay' }))
    return free
  }

  it('is saved from there while one stays, and then the next question needs no answer', async () => {
    const app = await open()
    const free = await stayWhileSaving(app)
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await leaving()
    free()
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await app.stored()).toContain('So. ')
  })

  it('is saved from there while one stays, and then the next question is still open about what was typed since', async () => {
    const app = await open()
    const free = await stayWhileSaving(app)
    await app.user.type(await field(), 'And more. ')
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await leaving()
    free()
    await waitFor(async () => expect(await app.stored()).toContain('So. '))
    const dialog = within(await leaving())
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy'),
    )
    expect(here()).toContain('/edit?')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(await app.stored()).toContain('And more. ')
  })

  it('is asked about when one goes back, and gone once it is discarded', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    act(() => window.history.back())
    await field()
    await write(app, 'So. ')
    act(() => window.history.forward())
    await app.user.click(within(await leaving()).getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(await app.stored()).toBe('Dear Lin,')
    act(() => window.history.back())
    expect(await field()).toHaveValue('Dear Lin,')
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  })

  it('is kept when somebody else has locked the file by then, and it says who', async () => {
    const { user, service, mei, lin, stored } = await open()
    await field()
    service.seed.addLock({
      owner: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere' },
      holder: lin,
      depth: 0,
    })
    fireEvent.input(await field(), { target: { value: 'So. Dear Lin,' } })
    expect(
      await screen.findByText(/Lin Okafor.* has this file open. What you typed is kept/),
    ).toBeVisible()
    expect(await field()).toHaveValue('So. Dear Lin,')
    unlockAll(service)
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    await screen.findByText('Only you can edit while this is open')
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toBe('So. Dear Lin,')
  })

  it('is not written over what somebody saved since it was read', async () => {
    const { service, mei, stored } = await open()
    await field()
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    fireEvent.input(await field(), { target: { value: 'My text' } })
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    expect(await stored()).toBe('Their text')
  })
})

describe('V4 a draft that is found', () => {
  /** Types, and leaves the page as a crash of it does: what was typed is still there. */
  async function leaveDraft(
    meanwhile: (app: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
    found = /You typed something here that is not saved/,
  ) {
    const app = await open()
    await write(app, 'So. ')
    const draft = textDraftOf(app.uri)
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await app.user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    if (draft !== undefined) saveTextDraft(app.uri, draft)
    await waitFor(() => expect(app.service.seed.lockTokens()).toEqual([]))
    await meanwhile(app)
    act(() => window.history.back())
    await screen.findByText(found)
    return app
  }
  const continueDraft = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: 'Continue editing' }))
    expect((await field()).value).toContain('So. ')
  }

  it('is saved as usual when the file is as it was', async () => {
    const app = await leaveDraft(() => Promise.resolve())
    expect(screen.queryByText(/changed since/)).toBeNull()
    await continueDraft(app)
    await screen.findByText('Only you can edit while this is open')
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toContain('So. ')
  })

  it('is not what is saved as a copy or copied until one goes on with it: the text on the screen is', async () => {
    const app = await leaveDraft(() => Promise.resolve())
    const choose = async (name: string) => {
      await app.user.click(screen.getByRole('button', { name: 'More' }))
      await app.user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Copy text')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Dear Lin,'))
    await choose('Save as a copy')
    await screen.findByText(/letter \(2\)\.txt/)
    const copy = await contentsAt(app, 'svc://my/Letters/letter%20(2).txt')
    expect(new TextDecoder().decode(copy)).toBe('Dear Lin,')
    expect((await field()).value).toBe('Dear Lin,')
    await continueDraft(app)
  })

  it.each([
    ['is too long', 'a'.repeat(1024 * 1024 + 1), /This text is too long to edit here/],
    ['is no text', 'a\0b', /This is not a text/],
  ])('can be saved as a copy when what the file is now %s', async (_, body, found) => {
    const writeElsewhere = ({ service, mei, uri }: Awaited<ReturnType<typeof open>>) =>
      callService(service, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, { as: mei, body })
    const app = await leaveDraft(writeElsewhere, found)
    expect(screen.getByText(/^What you typed is kept until/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(2).txt'))
    expect((await field(String.raw`letter \(2\)\.txt`)).value).toContain('So. ')
  })

  it('says that the file has changed since, and is compared before it is saved', async () => {
    const app = await leaveDraft(({ service, mei, uri }) =>
      callService(service, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, {
        as: mei,
        body: 'Dear Mei,',
      }),
    )
    expect(screen.getByText(/This file has changed since/)).toBeVisible()
    await continueDraft(app)
    expect(await screen.findByRole('button', { name: 'Compare…' })).toBeVisible()
    await app.user.keyboard('{Control>}s{/Control}')
    expect(await app.stored()).toBe('Dear Mei,')
    await compareAnd(app.user, 'Overwrite')
    await waitFor(async () => expect(await app.stored()).toContain('So. '))
  })
})
