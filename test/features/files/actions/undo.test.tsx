import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { session } from '#src/features/session/session.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { held } from '../../../dom/network.ts'
import { storedView } from '../../../pages/view-settings/fixtures.tsx'
import { callService, filesAt, namesAt } from '../../../processes/service-api.ts'
import { atWork, row, rowsShown, seedWork, sent } from './fixtures.tsx'

const all = ['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']
const undoKey = '{Control>}z{/Control}'
const inWork = (app: Awaited<ReturnType<typeof atWork>>) => namesAt(app, 'svc://my/Work')

async function writeElsewhere(
  { service, mei }: Awaited<ReturnType<typeof atWork>>,
  write: 'move' | 'restore',
  body: object,
): Promise<void> {
  const { code } = await callService(service, 'POST', `/file/${write}`, { as: mei, body })
  expect(code).toBe(0)
}

async function renameLetter({ user }: Awaited<ReturnType<typeof atWork>>) {
  ;(await row('letter.txt')).focus()
  await user.keyboard('{F2}')
  await screen.findByRole('textbox', { name: /^New name of/ })
  await user.keyboard('note{Enter}')
  await screen.findByText(/letter\.txt.* renamed to .*note\.txt/)
}

describe('F2 Ctrl+Z', () => {
  it('takes a deletion back, says so, and goes no further than that', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await app.user.keyboard(undoKey)
    expect(await screen.findByText(/letter\.txt.* restored/)).toBeVisible()
    await waitFor(() => expect(rowsShown()).toEqual(all))
    await app.user.keyboard(undoKey)
    expect(await inWork(app)).toEqual(all)
    expect(sent(app.requests, 'DELETE', '/file')).toHaveLength(1)
  })

  it('T6 is offered for a deletion once the trash lists it, where Undo looks for it', async () => {
    const app = await atWork()
    await app.user.click(screen.getByRole('link', { name: /^Trash/ }))
    await screen.findByRole('heading', { name: 'Trash' })
    await act(() => app.router.navigate('/files?uri=svc%3A%2F%2Fmy%2FWork'))
    ;(await row('letter.txt')).focus()
    const { fault, free } = held()
    let reads = 0
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri') === 'svc://trash' && ++reads > 0,
      fault,
    )
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'))
    await waitFor(() => expect(reads).toBe(1))
    expect(screen.queryByText(/moved to the trash/)).toBeNull()
    free()
    expect(await screen.findByText(/letter\.txt.* moved to the trash/)).toBeVisible()
  })

  it.each([
    ['where it was', []],
    [
      'elsewhere by now',
      [['move', { uris: ['svc://my/Work/letter.txt'], dst: 'svc://my/Archive' }]],
    ],
  ] as const)(
    'T6 says of what another tab has restored, %s, that it is back, and offers nothing more',
    async (_where, since) => {
      const app = await atWork()
      ;(await row('letter.txt')).focus()
      await app.user.keyboard('{Delete}')
      await screen.findByText(/letter\.txt.* moved to the trash/)
      const [deleted] = await filesAt(app, 'svc://trash')
      await writeElsewhere(app, 'restore', { uris: [deleted?.path] })
      for (const [write, body] of since) await writeElsewhere(app, write, body)
      await app.user.keyboard(undoKey)
      expect(await screen.findByText(/letter\.txt.* is back already\./)).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryByText(/moved to the trash/)).toBeNull()
      expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
    },
  )

  it('T6 says why what was deleted permanently elsewhere cannot come back', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    const [deleted] = await filesAt(app, 'svc://trash')
    const body = { uris: [deleted?.path], skip_soft_delete: true }
    const { code } = await callService(app.service, 'DELETE', '/file', { as: app.mei, body })
    expect(code).toBe(0)
    await app.user.keyboard(undoKey)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /could not be undone.*no longer exists/,
    )
  })

  it('scrolls to what comes back, and selects it', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (let at = 100; at < 200; at++)
          backend.service.seed.addFile(backend.mei, ['Work', `z${at}.txt`], { size: 1 })
      },
    })
    ;(await row('Drafts')).focus()
    await app.user.keyboard('{End}')
    await waitFor(async () => expect(await row('z199.txt')).toHaveFocus())
    await app.user.keyboard(' {Shift>}{ArrowLeft}{/Shift}')
    await screen.findByRole('region', { name: '2 selected' })
    await app.user.keyboard('{Delete}')
    await screen.findByText('2 items moved to the trash')
    await app.user.keyboard('{Home}')
    await waitFor(async () => expect(await row('Drafts')).toHaveFocus())
    await app.user.keyboard(undoKey)
    await screen.findByText('2 items restored')
    await waitFor(async () => expect(await row('z198.txt')).toHaveFocus())
    expect(await row('z198.txt')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('region', { name: '2 selected' })).toBeVisible()
  })

  it('leaves the focus in a field, and the selection to what is selected since', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    const { fault, free } = held()
    app.faults.next('POST /file/restore', fault)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    for (const name of ['plan.tar.gz', 'scan.pdf'])
      await app.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
    await app.user.click(await screen.findByRole('button', { name: 'Move…' }))
    const field = await screen.findByRole('combobox', { name: /Search/ })
    free()
    await screen.findByText(/letter\.txt.* restored/)
    expect(field).toHaveFocus()
    await app.user.keyboard('{Escape}')
    expect(await row('letter.txt')).toHaveAttribute('aria-selected', 'false')
    expect(screen.getByRole('region', { name: '2 selected' })).toBeVisible()
  })

  it('says how far it has come, whatever page is open, until it is done', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (let at = 0; at < 350; at++)
          backend.service.seed.addFile(backend.mei, ['Work', `z${at}.txt`], { size: 1 })
      },
    })
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.keyboard('{Delete}')
    const [search, third] = [held(), held()]
    app.faults.next(
      ({ path, query }) => path === '/file' && query.get('uri') === 'svc://trash',
      search.fault,
    )
    let sends = 0
    app.faults.always(({ path }) => path === '/file/restore' && ++sends === 3, third.fault)
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(await messages.findByText('Undoing')).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    search.free()
    const progress = await screen.findByRole('progressbar', { name: /Restoring \d+ of 354/ })
    expect(messages.getByRole('progressbar')).toBe(progress)
    expect(messages.getByRole('button', { name: 'Stop' })).toBeVisible()
    third.free()
    expect(await messages.findByText('354 items restored')).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(await inWork(app)).toHaveLength(354)
  })

  it('brings a shared item back with its mark', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        const { seed } = backend.service
        seed.addShare(seed.addFile(backend.mei, ['Work', 'sent.txt'], { size: 1 }))
      },
    })
    expect(within(await row('sent.txt')).getByRole('img', { name: 'Shared' })).toBeVisible()
    ;(await row('sent.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/sent\.txt.* moved to the trash/)
    await app.user.keyboard(undoKey)
    await screen.findByText(/sent\.txt.* restored/)
    expect(within(await row('sent.txt')).getByRole('img', { name: 'Shared' })).toBeVisible()
  })

  it('takes a move back', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.dblClick(await row('Drafts'))
    await row('Deep')
    await app.user.keyboard('{Control>}v{/Control}')
    await screen.findByText(/letter\.txt.* moved to/)
    await waitFor(async () => expect(await row('letter.txt')).toHaveFocus())
    await app.user.keyboard(undoKey)
    expect(await screen.findByText('Move undone')).toBeVisible()
    expect(await inWork(app)).toEqual(all)
  })

  it('takes a rename back, as Undo of its message does', async () => {
    const app = await atWork()
    await renameLetter(app)
    await app.user.keyboard(undoKey)
    expect(await row('letter.txt')).toBeVisible()
    expect(await screen.findByText(/note\.txt.* renamed to .*letter\.txt/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
    await renameLetter(app)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await row('letter.txt')).toBeVisible()
    expect(await inWork(app)).toEqual(all)
  })

  it('does nothing once something else has been written', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await app.user.keyboard('n')
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.keyboard('Invoices{Enter}')
    await waitFor(async () => expect(await row('Invoices')).toHaveFocus())
    await app.user.keyboard(undoKey)
    await waitFor(() => expect(app.client.isMutating()).toBe(0))
    expect(sent(app.requests, 'POST', '/file/restore')).toEqual([])
  })

  it('leaves a field its own', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await app.user.click(screen.getByRole('searchbox'))
    await app.user.keyboard(undoKey)
    expect(sent(app.requests, 'POST', '/file/restore')).toEqual([])
  })

  it('says why a rename could not be taken back', async () => {
    const app = await atWork()
    await renameLetter(app)
    app.service.seed.addFile(app.mei, ['Work', 'letter.txt'], { size: 1 })
    await app.user.keyboard(undoKey)
    expect(await screen.findByRole('alert')).toHaveTextContent(/could not be undone/)
  })

  it('takes a saved view back', async () => {
    const app = await atWork({ path: '/files?uri=svc%3A%2F%2Fmy%2FWork&sort=size&dir=desc' })
    await app.user.click(screen.getByRole('button', { name: 'View' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Save for this folder' }))
    await screen.findByText('View saved')
    expect(storedView(app, 'Work')).toMatchObject({ order: 'size' })
    await app.user.keyboard(undoKey)
    await waitFor(() => expect(storedView(app, 'Work')).toBeNull())
  })

  it('is forgotten on signing out', async () => {
    const app = await atWork({ passwords: true })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await act(async () => {
      await startMutation(app.client, session.signOut(), undefined)
    })
    await screen.findByLabelText('Email')
    await app.user.keyboard(undoKey)
    expect(sent(app.requests, 'POST', '/file/restore')).toEqual([])
  })
})

describe('T6 Ctrl+Z', () => {
  it('takes a restore back', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    const bar = within(await screen.findByRole('region', { name: '1 selected' }))
    await app.user.click(bar.getByRole('button', { name: 'Restore' }))
    await screen.findByText(/letter\.txt.* restored/)
    await app.user.keyboard(undoKey)
    // The list of the trash is read again, which draws its rows anew.
    await waitFor(() => expect(screen.getByRole('row', { name: /letter\.txt/ })).toBeVisible())
    expect(await inWork(app)).toEqual(all.filter((name) => name !== 'letter.txt'))
  })
})
