import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { viewDraftOf } from '#src/features/folder-view/view-drafts.ts'
import { here, password } from '../../dom/harness.tsx'
import {
  photos,
  seedPhotos,
  storedView,
  writes,
  open,
  type App,
  ready,
  layout,
  saveButton,
  whatChanges,
  save,
} from './fixtures.tsx'

describe('when a save fails', () => {
  const refuse = (code: number, msg: string) =>
    ({ kind: 'json', body: { code, msg, correlation_id: 'abc-1' } }) as const
  const change = async (app: App) => {
    await ready()
    await app.user.click(layout('Grid'))
  }
  const kept = () => expect(layout('Grid')).toBeChecked()

  it.each([
    ['PageSize too short', 'The service did not accept this number of items.'],
    ['GalleryWidth too long', 'The service did not accept this width.'],
    ['Order too long', 'The service did not accept this order.'],
    ['Columns too long', 'The service did not accept these columns.'],
  ])('V4 “%s” marks its field, and saves at the next try', async (msg, words) => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(40001, msg))
    await app.user.click(saveButton())
    expect(await screen.findByText(words)).toBeVisible()
    kept()
    await save(app.user)
    expect(screen.queryByText(words)).toBeNull()
  })

  it('V4 a refusal of nothing that is known is said above, with its id', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(40001, 'Something else'))
    await app.user.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The view was not saved. Your changes are kept.')
    expect(alert).toHaveTextContent('abc-1')
    kept()
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('View saved')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each([40082, 403])('V7 %i says whose it is', async (code) => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(code, 'no'))
    await app.user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Only the owner of this folder can save its view. Your changes are kept.',
    )
    kept()
  })

  it('V4 a folder that is gone keeps what was changed', async () => {
    const app = await open()
    await change(app)
    const { seed } = app.service
    seed.removeFile(seed.addFolder(app.mei, ['Photos']))
    await app.user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('This folder is no longer here.')
    kept()
  })

  it('V8 a folder that was renamed is gone on with where it is now', async () => {
    const app = await open()
    await change(app)
    const { seed } = app.service
    seed.renameFile(seed.addFolder(app.mei, ['Photos']), 'Pictures')
    await app.user.click(saveButton())
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        /This folder is now at .*Files \/ Pictures/,
      ),
    )
    await app.user.click(screen.getByRole('button', { name: 'Continue there' }))
    await waitFor(() => expect(here()).toContain('Pictures'))
    await ready()
    kept()
    await save(app.user)
    expect(storedView(app, 'Pictures')?.view).toBe('grid')
  })

  it('V4 an answer that got lost is looked for, and the save is not sent twice', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', { kind: 'lost' })
    await app.user.click(saveButton())
    expect(await screen.findByText(/the view is saved/)).toBeVisible()
    expect(writes(app.requests)).toHaveLength(1)
    expect(storedView(app)?.view).toBe('grid')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  it('V4 what never arrived is said, kept, and sent by Retry', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', { kind: 'drop' })
    await app.user.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The service could not be reached.')
    kept()
    expect(storedView(app)?.view).toBe('list')
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('View saved')).toBeVisible()
  })

  it('V4 a session that ends in the middle of it goes on after the sign-in', async () => {
    const app = await open({ passwords: true })
    await change(app)
    app.service.seed.endSessions()
    app.clock.advance(2 * 3600_000)
    await app.user.click(saveButton())
    const signIn = await screen.findByRole('dialog', { name: 'Please sign in again' })
    await app.user.type(within(signIn).getByLabelText('Password'), password)
    await app.user.click(within(signIn).getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(storedView(app)?.view).toBe('grid')
  })

  it('V4 who signs in as somebody else instead is asked first', async () => {
    const app = await open()
    await change(app)
    app.service.seed.endSessions()
    app.clock.advance(2 * 3600_000)
    await app.user.click(saveButton())
    const signIn = await screen.findByRole('dialog', { name: 'Please sign in again' })
    await app.user.click(within(signIn).getByRole('button', { name: /someone else/i }))
    await screen.findByRole('dialog', { name: 'Sign out without saving?' })
    expect(viewDraftOf(photos)?.present.view.view).toBe('grid')
  })

  it.each([1, 3])(
    'L1, L2 a lock with %i holders is the dialog’s, and the save goes on after it',
    async (count) => {
      const app = await open()
      await change(app)
      const { service, mei, lin } = app
      const token = service.seed.addLock({
        owner: mei,
        fileId: service.seed.addFolder(mei, ['Photos']),
        application: { type: 'dav' },
        holder: lin,
        depth: 0,
      })
      if (count > 1) {
        const holder = (n: number) => ({
          path: photos,
          token: n === 0 ? token : `gone-${n}`,
          owner: { owner: lin, application: { type: 'dav' } },
          type: 0,
        })
        app.faults.next('PATCH /file/view', {
          kind: 'json',
          body: {
            code: 40073,
            msg: 'Lock conflict',
            data: Array.from({ length: count }, (_, n) => holder(n)),
          },
        })
      }
      await app.user.click(saveButton())
      const lockDialog = await screen.findByRole('alertdialog')
      expect(lockDialog).toHaveAccessibleName(/Can’t save the view of .*Photos.* yet/)
      expect(screen.getByRole('button', { name: 'Save view', hidden: true })).toHaveAttribute(
        'aria-busy',
      )
      await app.user.click(within(lockDialog).getByRole('button', { name: 'Unlock and retry' }))
      expect(await screen.findByText('View saved')).toBeVisible()
      expect(storedView(app)?.view).toBe('grid')
    },
  )

  it('L3 giving up at a lock keeps the draft and says it once', async () => {
    const app = await open()
    await change(app)
    app.service.seed.addLock({
      owner: app.mei,
      path: ['Photos'],
      application: { type: 'dav' },
      holder: app.lin,
      depth: 0,
    })
    await app.user.click(saveButton())
    const lockDialog = await screen.findByRole('alertdialog')
    await app.user.click(within(lockDialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/was not saved/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    kept()
    expect(storedView(app)?.view).toBe('list')
  })

  it('V4 what is changed while it is under way is still to be saved', async () => {
    const app = await open()
    await change(app)
    let goOn = () => {}
    const until = new Promise<void>((resolve) => {
      goOn = resolve
    })
    app.faults.next('PATCH /file/view', { kind: 'hold', until })
    await app.user.click(saveButton())
    await waitFor(() => expect(writes(app.requests)).toHaveLength(1))
    await app.user.click(saveButton())
    await app.user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    goOn()
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(writes(app.requests)).toHaveLength(1)
    expect(whatChanges().getByText('Thumbnails: on → off')).toBeVisible()
  })

  it('V1 says where views are kept out of the folders', async () => {
    await open({
      seed: (backend) => {
        seedPhotos()(backend)
        backend.service.seed.setViewSyncDisabled(backend.mei, true)
      },
    })
    await ready()
    expect(await screen.findByText(/Views are off for your account/)).toBeVisible()
  })
})
