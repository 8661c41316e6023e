import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { here, renderApp } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { rowsShown, row, select, sent, seedWork, atWork } from './fixtures.tsx'

describe('F2 deleting', () => {
  it('takes the rows away when the service has confirmed, and Undo brings them back', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    const bar = within(screen.getByRole('region', { name: '2 selected' }))
    await app.user.click(bar.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz']))
    expect(await namesAt(app, 'svc://my/Work')).toEqual(['Drafts', 'plan.tar.gz'])
    await waitFor(() =>
      expect(screen.getAllByRole('row').slice(1)).toContain(document.activeElement),
    )
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    // The pressed button keeps the focus until what was deleted has been found in the trash.
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
    await waitFor(() =>
      expect(rowsShown()).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']),
    )
    expect(await namesAt(app, 'svc://my/Work')).toEqual([
      'Drafts',
      'letter.txt',
      'plan.tar.gz',
      'scan.pdf',
    ])
  })

  it('gives the focus to the next row', async () => {
    const { user } = await atWork()
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz', 'scan.pdf']))
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('is done once when Delete is pressed twice', async () => {
    const { user, faults, requests } = await atWork()
    const first = held()
    faults.next('DELETE /file', first.fault)
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}{Delete}')
    first.free()
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'))
    expect(sent(requests, 'DELETE', '/file')).toHaveLength(1)
    expect(await screen.findAllByRole('button', { name: /^Undo: / })).toHaveLength(1)
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

  it.each([
    ['no network', false, 'Waiting for the network'],
    ['no answer from the service', true, 'Waiting for the service'],
  ])('waits while there is %s, and goes on by itself', async (_, isOnline, words) => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    onTestFinished(() => online.mockRestore())
    const { user, faults } = await atWork()
    faults.always('DELETE /file', { kind: 'drop' })
    faults.always('GET /file/info', { kind: 'drop' })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Delete}')
    await screen.findByText(words)
    expect(rowsShown()).toContain('letter.txt')
    faults.clear()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(rowsShown()).not.toContain('letter.txt'), { timeout: 15_000 })
    expect(await row('plan.tar.gz')).toHaveFocus()
  })

  it('of which one failed leaves that one picked and says how many', async () => {
    const { user, faults } = await atWork()
    faults.next('DELETE /file', {
      kind: 'json',
      body: {
        code: ErrorCode.batchIncomplete,
        msg: '',
        aggregated_error: { 'svc://my/Work/scan.pdf': { code: ErrorCode.ownerOnly, msg: '' } },
      },
    })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{Control>}a{/Control}{Delete}')
    await waitFor(() => expect(rowsShown()).toEqual(['scan.pdf']))
    await waitFor(() => expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible())
    expect(await screen.findByText(/3 of 4 items moved to the trash/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show details…' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Only the owner can do this.')
  })

  it('of many says how far it has come and can be stopped', async () => {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FMany',
      seed: ({ service, mei }) => {
        for (let n = 0; n < 250; n++) service.seed.addFile(mei, ['Many', `f${n}`], { size: 1 })
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
    await waitFor(() => expect(screen.getByRole('region', { name: '150 selected' })).toBeVisible())
    expect(await namesAt(app, 'svc://my/Many')).toHaveLength(150)
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })
})

describe('G7 focus never falls to the body', () => {
  it('when an empty folder is entered', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive',
      seed: seedWork,
    })
    ;(await row('Old')).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Drop files here')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('when the last item of a folder is deleted', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FArchive',
      seed: seedWork,
    })
    await user.click(await row('Old'))
    await user.keyboard('{Delete}')
    await screen.findByText('Drop files here')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('when Delete is clicked in the bar just after the list has changed', async () => {
    const app = await atWork()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    const bar = screen.getByRole('region', { name: '2 selected' })
    const remove = within(bar).getByRole('button', { name: 'Delete' })
    // Notifications of a list are throttled: its rows can be gone before readers are told.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      await app.user.click(remove)
      await screen.findByRole('button', { name: /^Undo: / })
    } finally {
      clock.mockRestore()
    }
    await waitFor(() => expect(rowsShown()).toEqual(['Drafts', 'plan.tar.gz']))
    expect(bar).not.toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getAllByRole('row').slice(1)).toContain(document.activeElement),
    )
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
      'Share…',
      'Move…',
      'Copy…',
      'Make a copy',
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
    // Opening the details was one entry of the history, so Back closes them.
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

it('F2 a message about items ends when they are brought elsewhere: its Undo would find nothing', async () => {
  const app = await atWork()
  await select(app, 'letter.txt', 'scan.pdf')
  await app.user.keyboard('{Delete}')
  await screen.findByText(/2 items moved to the trash/)
  await app.user.keyboard('{Control>}z{/Control}')
  await screen.findByText(/2 items restored/)
  await waitFor(() => expect(rowsShown()).toContain('scan.pdf'))
  await app.user.keyboard('{Delete}')
  await screen.findByText(/2 items moved to the trash/)
  expect(screen.queryByText(/2 items restored/)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText(/2 items restored/)
})
