import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { type Backend, here, type RenderOptions, renderApp } from '../../../dom/harness.tsx'
import { callService, namesAt } from '../../../processes/service-api.ts'
import { row, sent } from './fixtures.tsx'

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
  async function asLin(
    below: string,
    permissions?: PermissionSetting,
    faults?: RenderOptions['faults'],
    seedMore: (backend: Backend) => void = () => undefined,
  ) {
    let root = ''
    const app = await renderApp({
      as: 'lin',
      ...(faults && { faults }),
      path: () => `/files?${new URLSearchParams({ uri: `${root}${below}` }).toString()}`,
      seed: (backend) => {
        const { service, mei } = backend
        seedMore(backend)
        const folder = service.seed.addFolder(mei, ['Private', 'Press kit'])
        service.seed.addFile(mei, ['Private', 'Press kit', 'Logos', 'mark.svg'], { size: 10 })
        service.seed.addFile(mei, ['Private', 'Press kit', 'notes.txt'], {
          contents: new TextEncoder().encode('For the press.'),
        })
        root = `svc://${service.seed.addShare(folder, permissions ? { permissionSetting: permissions } : {})}@share`
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

  const forSomeone: PermissionSetting = {
    ...grants(null),
    user_explicit: { someone: encodeBoolset([SharePermission.read]) },
  }

  it('tells nothing of a folder that one may not open', async () => {
    await asLin('', forSomeone)
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('You don’t have access.')
    expect(document.body).not.toHaveTextContent(/Press kit|Mei Wang/)
  })

  it('names whom to ask for it where the service tells whose it is', async () => {
    await asLin('', forSomeone, (faults) =>
      faults.always('GET /share/info/*', {
        kind: 'json',
        body: {
          code: 0,
          data: {
            id: 'link',
            name: 'Press kit',
            unlocked: true,
            source_type: 1,
            owner: { id: 'mei', nickname: 'Mei Wang' },
          },
        },
      }),
    )
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    await waitFor(() =>
      expect(face).toHaveTextContent(`You don’t have access. Ask ${displayName('Mei Wang')}.`),
    )
  })

  it('is changed where its owner allows it', async () => {
    const { update, create, delete: remove, read } = SharePermission
    const app = await asLin('', grants(encodeBoolset([read, update, create, remove])))
    const notes = await row('notes.txt')
    fireEvent.contextMenu(notes)
    await screen.findByRole('menu')
    expect(offered()).toEqual(['Open↵', 'Download', 'RenameF2', 'Details', 'DeleteDel'])
    await app.user.keyboard('{Escape}{F2}minutes{Enter}')
    expect(await row('minutes.txt')).toBeVisible()
    await app.user.keyboard('nFrom Lin{Enter}')
    // Until the field is gone, its row has that name too.
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(await row('From Lin')).toBeVisible()
    expect(await namesAt(app, 'svc://my/Private/Press%20kit')).toEqual([
      'From Lin',
      'Logos',
      'minutes.txt',
    ])
  })
  it('F8 a text is opened and saved by a visitor who may change it', async () => {
    const { read, update } = SharePermission
    const app = await asLin('', grants(encodeBoolset([read, update])))
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{Enter}')
    const text = await screen.findByRole('textbox', { name: /Text of .*notes\.txt/ })
    await app.user.type(text, 'From Lin. ')
    await app.user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  it('F8 a text is read by a visitor who may only look', async () => {
    const { user } = await asLin('')
    ;(await row('notes.txt')).focus()
    await user.keyboard('{Enter}')
    const text = await screen.findByRole('textbox', { name: /Text of .*notes\.txt/ })
    expect(text).toHaveAttribute('readonly')
    expect(await screen.findByText('You can read this file, but not change it.')).toBeVisible()
  })

  it('F2 what a visitor deletes is in the owner’s trash: no Undo that could not work', async () => {
    const { read, delete: remove } = SharePermission
    const app = await asLin('', grants(encodeBoolset([read, remove])))
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{Delete}')
    const question = await screen.findByRole('dialog', { name: /^Delete “.*notes\.txt.*”\?$/ })
    await app.user.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText(
        /notes\.txt.* moved to the owner’s trash. Only the owner can restore it./,
      ),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
    expect(await namesAt(app, 'svc://my/Private/Press%20kit')).toEqual(['Logos'])
  })

  /** Lin is asked whether to delete the notes. */
  const askToDelete = async () => {
    const { read, delete: remove } = SharePermission
    const app = await asLin('', grants(encodeBoolset([read, remove])))
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{Delete}')
    const question = await screen.findByRole('dialog', { name: /^Delete “.*notes\.txt.*”\?$/ })
    return { app, confirm: within(question).getByRole('button', { name: 'Delete' }) }
  }

  it('F2 what its owner has renamed is not said to be deleted, and the folder shows its name', async () => {
    const { app, confirm } = await askToDelete()
    const body = { uri: 'svc://my/Private/Press%20kit/notes.txt', new_name: 'hers.txt' }
    await callService(app.service, 'POST', '/file/rename', { as: app.mei, body })
    await app.user.click(confirm)
    await screen.findByText(/notes\.txt.*It was moved, renamed or deleted in the meantime\./)
    expect(await row('hers.txt')).toBeVisible()
    expect(screen.queryByText(/owner’s trash/)).toBeNull()
  })

  it('F2 what is not there after a lost answer counts as deleted', async () => {
    const { app, confirm } = await askToDelete()
    app.faults.next('DELETE /file', { kind: 'lost' })
    await app.user.click(confirm)
    expect(await screen.findByText(/notes\.txt.* moved to the owner’s trash/)).toBeVisible()
  })

  const ways: [way: string, how: (app: Awaited<ReturnType<typeof asLin>>) => Promise<void>][] = [
    [
      'the key',
      async ({ user }) => {
        ;(await row('notes.txt')).focus()
        await user.keyboard('{Delete}')
      },
    ],
    [
      'the key on a Mac',
      async ({ user }) => {
        ;(await row('notes.txt')).focus()
        await user.keyboard('{Meta>}{Backspace}{/Meta}')
      },
    ],
    [
      'the menu',
      async ({ user }) => {
        fireEvent.contextMenu(await row('notes.txt'))
        await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
      },
    ],
    [
      'the bar of what is selected',
      async ({ user }) => {
        await user.click(await screen.findByRole('checkbox', { name: 'Select notes.txt' }))
        await user.click(await screen.findByRole('checkbox', { name: 'Select Logos' }))
        await user.click(await screen.findByRole('button', { name: 'Delete' }))
      },
    ],
  ]
  it.each(ways)('F6 a visitor is asked before something is deleted by %s', async (_, start) => {
    const { read, delete: remove } = SharePermission
    const app = await asLin('', grants(encodeBoolset([read, remove])))
    await start(app)
    const question = within(await screen.findByRole('dialog', { name: /^Delete .*\?$/ }))
    expect(question.getByText(/Only the owner can restore (?:it|them)\./)).toBeVisible()
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await app.user.keyboard('{Delete}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await namesAt(app, 'svc://my/Private/Press%20kit')).toEqual(['Logos', 'notes.txt'])
  })

  it('F2 nothing of one’s own can be pasted into it, nor makes room there', async () => {
    const { read, create, delete: remove } = SharePermission
    const all = grants(encodeBoolset([read, create, remove]))
    const app = await asLin('', all, undefined, ({ service, lin }) =>
      service.seed.addFile(lin, ['notes.txt'], { size: 3 }),
    )
    await row('Logos')
    const shared = here()
    await act(() => app.router.navigate('/files?uri=svc%3A%2F%2Fmy'))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Logos' })).toBeNull())
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to copy/)
    await act(() => app.router.navigate(shared))
    await row('Logos')
    fireEvent.contextMenu(screen.getByRole('grid'))
    await screen.findByRole('menu')
    expect(screen.queryByRole('menuitem', { name: /^Paste/ })).toBeNull()
    await app.user.keyboard('{Escape}{Control>}v{/Control}')
    expect(await screen.findByText('Copies and moves go to your own files only.')).toBeVisible()
    expect(sent(app.requests, 'POST', '/file/move')).toEqual([])
    expect(await namesAt(app, 'svc://my/Private/Press%20kit')).toEqual(['Logos', 'notes.txt'])
  })
})
