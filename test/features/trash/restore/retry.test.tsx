import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  dialog,
  inside,
  open,
  openPlan,
  openWithClashes,
  press,
  release,
  restoreOneUnseen,
  seedTaken,
  select,
  selectAll,
} from './fixtures.tsx'

const refuseRenames = (app: App) =>
  app.faults.always('POST /file/rename', {
    kind: 'json',
    body: { code: 403, msg: 'no', data: null, correlation_id: 'c-1' },
  })

const inBetween = 'It left the trash, but is not in its folder yet.'

describe('T5 Retry', () => {
  it('keeps a way on for an item between two folders that is locked', async () => {
    const app = await open((backend) => seedTaken(backend))
    await select(app, 'report.pdf')
    const sheet = await restoreOneUnseen(app)
    const { service, mei, lin } = app
    app.faults.next(
      ({ method, path }) => {
        if (method !== 'POST' || path !== '/file/rename') return false
        service.seed.addLock({
          owner: mei,
          holder: lin,
          path: ['Docs'],
          application: { type: 'dav' },
        })
        return false
      },
      { kind: 'drop' },
    )
    await decide(app.user, sheet, 'Keep both')
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    const result = await dialog('0 of 1 restored')
    expect(await within(result).findByRole('button', { name: /^Retry/ })).toBeVisible()
    expect(within(result).getByRole('button', { name: /^Show where it is/ })).toBeVisible()
  })

  it('brings items that lie between the trash and their folder where they belong, one by one', async () => {
    const { app, plan } = await openPlan((backend) => seedTaken(backend, 2), 2)
    refuseRenames(app)
    await app.user.click(await inside(plan, 'Restore 2 items'))
    const sheet = await dialog('0 of 2 restored')
    expect(await within(sheet).findAllByText(inBetween)).toHaveLength(2)
    app.faults.clear()
    const [first] = within(sheet).getAllByRole('button', { name: /^Retry: .*report\.pdf/ })
    await app.user.click(first as HTMLElement)
    await dialog('1 of 2 restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report (2).pdf', 'report.pdf'])
    await app.user.click(await inside(sheet, /^Retry: .*report\.pdf/))
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
  })

  it('T4 sends nothing again that a Retry before is sending, at its line, at another or at all', async () => {
    const { app, plan } = await openPlan((backend) => seedTaken(backend, 2), 2)
    refuseRenames(app)
    await app.user.click(await inside(plan, 'Restore 2 items'))
    const sheet = await dialog('0 of 2 restored')
    await within(sheet).findAllByText(inBetween)
    app.faults.clear()
    const { fault, free } = held()
    app.faults.always('POST /file/rename', fault)
    const renames = () => app.requests.filter(({ path }) => path === '/file/rename').length
    const before = renames()
    const [first, second] = within(sheet).getAllByRole('button', { name: /^Retry: .*report\.pdf/ })
    await app.user.dblClick(first as HTMLElement)
    await app.user.click(second as HTMLElement)
    await waitFor(() => expect(renames()).toBe(before + 1))
    free()
    await dialog('1 of 2 restored')
    expect(renames()).toBe(before + 1)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report (2).pdf', 'report.pdf'])
  })

  it('brings those there that were decided about in the result', async () => {
    const { app, sheet } = await openWithClashes()
    refuseRenames(app)
    await decide(app.user, sheet, 'Keep both')
    expect(await within(sheet).findAllByText(inBetween)).toHaveLength(2)
    app.faults.clear()
    for (const done of ['1 of 2 restored', '2 items restored']) {
      const [first] = within(sheet).getAllByRole('button', { name: /^Retry: / })
      await app.user.click(first as HTMLElement)
      await dialog(done)
    }
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(4)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    expect(await trashNames(app)).toEqual([])
  })

  it('restores what was locked to the folder that was chosen for it', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      seedTrashedFiles(backend, 2)
      service.seed.addFolder(mei, ['Box'])
      const application = { type: 'dav' } as const
      service.seed.addLock({ owner: mei, holder: lin, path: ['Box'], application, type: 1 })
    })
    await selectAll(app)
    await press(app, 'Restore to…')
    const picker = await dialog('Restore 2 items to…')
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await chooseButton(/Restore to .*Box/))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Skip locked'))
    await press(app, 'Show details…')
    const sheet = await dialog('0 of 2 restored')
    release(app)
    const [first] = within(sheet).getAllByRole('button', { name: /^Retry: / })
    await app.user.click(first as HTMLElement)
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Box')).toHaveLength(1))
  })
})
