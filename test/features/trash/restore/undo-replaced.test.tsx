import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile } from '../../../dom/trash-fixtures.ts'
import {
  type App,
  day,
  dialog,
  inside,
  open,
  selectAll,
  press,
  restoreOneUnseen,
  findMessage,
  sizesAt,
} from './fixtures.tsx'

const before = { docs: { 'plan.pdf': 7_000 }, trash: { 'plan.pdf': 3_000 } }
const expectAsBefore = (app: App) =>
  waitFor(async () => {
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual(before.docs)
    expect(await sizesAt(app, 'svc://trash')).toEqual(before.trash)
  })

/** A deleted plan has been restored in the place of another one, which is in the trash now. */
const openReplaced = async () => {
  const app = await open((backend) => {
    seedTrashedFile(backend, ['Docs', 'plan.pdf'], day, 3_000)
    backend.service.seed.addFile(backend.mei, ['Docs', 'plan.pdf'], { size: 7_000 })
  })
  await selectAll(app)
  await decide(app.user, await restoreOneUnseen(app), 'Replace')
  const sheet = await dialog('1 item restored')
  expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'plan.pdf': 3_000 })
  return { app, sheet }
}

const refused = { kind: 'json', body: { code: 40033, msg: 'not now' } } as const

describe('T6 taking back a restore that replaced a file', () => {
  it('brings it back at the next try when the service has refused that', async () => {
    const { app, sheet } = await openReplaced()
    app.faults.next('POST /file/restore', refused)
    await app.user.click(await inside(sheet, 'Undo restore'))
    expect(await screen.findByText(/The restore of .*plan\.pdf.* was not undone/)).toBeVisible()
    const restored = screen.getByText(/plan\.pdf.* restored$/, { ignore: '.sr-only' }).parentElement
    await app.user.click(await inside(restored as HTMLElement, /^Undo: /))
    await expectAsBefore(app)
    await waitFor(() => expect(screen.queryByText(/was not undone/)).toBeNull())
  })

  it('brings it back once what has its place is free', async () => {
    const { app, sheet } = await openReplaced()
    const { service, mei, lin } = app
    const lock = { owner: mei, holder: lin, path: ['Docs', 'plan.pdf'] }
    service.seed.addLock({ ...lock, application: { type: 'dav' } })
    await app.user.click(await inside(sheet, 'Undo restore'))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    await screen.findByRole('region', { name: 'Waiting for locked items' })
    service.seed.removeLocks(service.seed.lockTokens())
    const tray = screen.getByRole('region', { name: 'Waiting for locked items' })
    await app.user.click(within(tray).getByRole('button', { name: 'Retry' }))
    await expectAsBefore(app)
  })

  it('brings it back when what has its place is deleted later, after Cancel', async () => {
    const { app, sheet } = await openReplaced()
    const { service, mei, lin } = app
    const lock = { owner: mei, holder: lin, path: ['Docs', 'plan.pdf'] }
    service.seed.addLock({ ...lock, application: { type: 'dav' } })
    await app.user.click(await inside(sheet, 'Undo restore'))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    await findMessage(/was not undone/)
    service.seed.removeLocks(service.seed.lockTokens())
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await expectAsBefore(app)
  })

  it('brings all back when a part was locked and is tried again from the list of results', async () => {
    const app = await open((backend) => {
      for (const name of ['note.pdf', 'plan.pdf']) {
        seedTrashedFile(backend, ['Docs', name], day, 3_000)
        backend.service.seed.addFile(backend.mei, ['Docs', name], { size: 7_000 })
      }
    })
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    await decide(app.user, plan, 'Replace')
    await findMessage(/2 items restored/)
    const { service, mei, lin } = app
    const lock = { owner: mei, holder: lin, path: ['Docs', 'plan.pdf'] }
    service.seed.addLock({ ...lock, application: { type: 'dav' } })
    await press(app, /^Undo: /)
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'note.pdf': 7_000, 'plan.pdf': 3_000 }),
    )
    service.seed.removeLocks(service.seed.lockTokens())
    await press(app, 'Show details…')
    await press(app, /^Retry: /)
    await waitFor(async () => {
      expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'note.pdf': 7_000, 'plan.pdf': 7_000 })
      expect(await sizesAt(app, 'svc://trash')).toEqual({ 'note.pdf': 3_000, 'plan.pdf': 3_000 })
    })
  })
})
