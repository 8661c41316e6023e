import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../../processes/service-api.ts'
import {
  atWork,
  row,
  rowsShown,
  seedWork,
  select,
  sendToArchive,
  writeElsewhere,
} from './fixtures.tsx'

/* A deletion or a move of several items, of which one waits for a lock. */

type App = Awaited<ReturnType<typeof atWork>>
const all = ['Drafts', 'letter.txt', 'plan.tar.gz', 'scan.pdf']
const undoKey = '{Control>}z{/Control}'
const tray = () => screen.findByRole('region', { name: 'Waiting for locked items' })
const noTray = () =>
  waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Waiting for locked items' })).toBeNull(),
  )
const lockScan = ({ service, mei, lin }: App) =>
  service.seed.addLock({
    owner: mei,
    holder: lin,
    path: ['Work', 'scan.pdf'],
    application: { type: 'dav' },
  })
const release = ({ service: { seed } }: App) => seed.removeLocks(seed.lockTokens())
const wait = async ({ user }: App) => {
  const asked = await screen.findByRole('alertdialog')
  await user.click(within(asked).getByRole('button', { name: 'Wait' }))
}
const button = async (where: HTMLElement, name: string | RegExp) =>
  within(where).findByRole('button', { name })

/** All four are deleted but one, which waits. */
async function deleteAndWait() {
  const app = await atWork()
  lockScan(app)
  ;(await row('letter.txt')).focus()
  await app.user.keyboard('{Control>}a{/Control}{Delete}')
  await wait(app)
  await tray()
  await waitFor(() => expect(rowsShown()).toEqual(['scan.pdf']))
  return app
}

describe('L5 while an item of a folder waits', () => {
  it('the folder keeps its path, its search, Upload and its selection bar', async () => {
    const app = await deleteAndWait()
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
    await app.user.keyboard('{Escape}')
    const path = screen.getByRole('navigation', { name: 'Path' })
    expect(within(path).getByText('Work')).toBeVisible()
    expect(screen.getByRole('searchbox')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('F5 a deletion of which one item waits', () => {
  it('lists what failed, what waits and what was skipped apart, each with what can be done about it', async () => {
    const app = await atWork()
    lockScan(app)
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Work/letter.txt',
      new_name: 'first.txt',
    })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    await wait(app)
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog', { name: /2 of 4 items/ }))
    expect(result.getByText('1 failed, 1 is waiting to be unlocked.')).toBeVisible()
    const region = (name: string) => result.getByRole('region', { name })
    expect(region('Failed')).toHaveTextContent('letter.txt')
    expect(region('Waiting to be unlocked')).toHaveTextContent('scan.pdf')
    expect(result.queryByRole('region', { name: 'Locked' })).toBeNull()
    await app.user.click(await button(region('Waiting to be unlocked'), 'Show'))
    const asked = await screen.findByRole('alertdialog')
    await app.user.click(await button(asked, 'Skip locked'))
    expect(await result.findByText('1 failed, 1 was skipped.')).toBeVisible()
    expect(region('Skipped')).toHaveTextContent('scan.pdf')
    expect(result.queryByRole('region', { name: /Locked|Waiting/ })).toBeNull()
    release(app)
    await app.user.click(await button(region('Skipped'), /^Retry: .*scan\.pdf/))
    expect(await screen.findByText(/3 of 4 items moved to the trash\. 1 failed\./)).toBeVisible()
  })

  it('is finished when that is free, and one Undo takes all of it back', async () => {
    const app = await deleteAndWait()
    release(app)
    await app.user.click(await button(await tray(), 'Retry'))
    await screen.findByText('4 items moved to the trash')
    await noTray()
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('4 items restored')
    expect(await namesAt(app, 'svc://my/Work')).toEqual(all)
  })

  it('T6 out of several folders comes back to each of them by one Undo', async () => {
    const app = await atWork({
      path: '/files?q=.txt',
      seed: (backend) => {
        seedWork(backend)
        for (const path of [
          ['Archive', 'report.txt'],
          ['Archive', 'Old', 'scan.txt'],
        ])
          backend.service.seed.addFile(backend.mei, path, { size: 1 })
      },
    })
    const { service, mei, lin, user } = app
    const path = ['Archive', 'Old', 'scan.txt']
    service.seed.addLock({ owner: mei, holder: lin, path, application: { type: 'dav' } })
    for (const name of ['letter.txt', 'report.txt', 'scan.txt'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await user.keyboard('{Delete}')
    await wait(app)
    await waitFor(() => expect(rowsShown()).toEqual(['scan.txt']))
    expect(await namesAt(app, 'svc://trash')).toEqual(['letter.txt', 'report.txt'])
    release(app)
    await user.click(await button(await tray(), 'Retry'))
    await screen.findByText('3 items moved to the trash')
    await user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('3 items restored')
    expect(await namesAt(app, 'svc://my/Work')).toEqual(all)
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'report.txt'])
    expect(await namesAt(app, 'svc://my/Archive/Old')).toEqual(['scan.txt'])
    expect(await namesAt(app, 'svc://trash')).toEqual([])
  })

  it('is given up from the tray: what is deleted is said, and Undo takes that back', async () => {
    const app = await deleteAndWait()
    await app.user.click(await button(await tray(), 'Cancel'))
    await screen.findByText(/3 of 4 items moved to the trash\. 1 is locked\./)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('3 items restored')
    await waitFor(() => expect(rowsShown()).toEqual(all))
    expect(await namesAt(app, 'svc://my/Work')).toEqual(all)
    expect(screen.queryByText(/3 of 4 items moved/)).toBeNull()
  })

  it('is seen to be done when somebody else has deleted what waits', async () => {
    const app = await deleteAndWait()
    release(app)
    const { service, mei } = app
    const { access_token: token } = await service.seed.mintToken(mei)
    await service.fetch(
      new Request('http://localhost/api/v4/file', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uris: ['svc://my/Work/scan.pdf'] }),
      }),
    )
    await app.user.click(await button(await tray(), 'Retry'))
    await screen.findByText('4 items moved to the trash')
    await noTray()
    expect(await namesAt(app, 'svc://trash')).toEqual(all)
  })
})

describe('F5 a move of which one item waits', () => {
  it('is finished when that is free, and Ctrl+Z takes all of it back', async () => {
    const app = await atWork()
    lockScan(app)
    for (const name of ['letter.txt', 'scan.pdf'])
      await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.dblClick(await row('Drafts'))
    await row('Deep')
    await app.user.keyboard('{Control>}v{/Control}')
    await wait(app)
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Work/Drafts')).toEqual(['Deep', 'letter.txt']),
    )
    release(app)
    await app.user.click(await button(await tray(), 'Retry'))
    await screen.findByText(/2 items moved to/)
    await noTray()
    await app.user.keyboard(undoKey)
    await screen.findByText('Move undone')
    expect(await namesAt(app, 'svc://my/Work')).toEqual(all)
  })
})

it('F2 what has been moved can be deleted while the rest of its move waits', async () => {
  const app = await atWork()
  lockScan(app)
  await select(app, 'letter.txt', 'scan.pdf')
  await sendToArchive(app, 'Move')
  await wait(app)
  await tray()
  await act(() => app.router.navigate('/files?uri=svc%3A%2F%2Fmy%2FArchive'))
  await row('Old')
  ;(await row('letter.txt')).focus()
  await app.user.keyboard('{Delete}')
  await waitFor(() => expect(rowsShown()).toEqual(['Old']))
  expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old'])
})
