import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { chooseRule, decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { rowsShown, seedTrashedFile, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  day,
  dialog,
  inside,
  open,
  openPlan,
  openWithClashes,
  selectAll,
  press,
  restoreUnseen,
  findMessage,
  seedTaken,
  sizesAt,
  taken,
  writeElsewhere,
} from './fixtures.tsx'

describe('T5 a name that is taken', () => {
  it('shows dates and sizes of both beside each other', async () => {
    const { sheet } = await openWithClashes()
    const line = within(await taken(sheet)).getByRole('row', { name: 'first.pdf' })
    expect(await within(line).findByText(/7 kB/)).toBeVisible()
    expect(line).toHaveTextContent(/In the trash3 kB · .*Already there7 kB/)
  })

  it('T10 says offline what is known of what was deleted, and that the rest is not', async () => {
    const { sheet } = await openWithClashes((app) => {
      let isCut = false
      app.faults.always(
        ({ method, path }) => {
          isCut ||= path === '/file/restore'
          return isCut && method === 'GET' && path === '/file'
        },
        { kind: 'drop' },
      )
    })
    const line = within(await taken(sheet)).getByRole('row', { name: 'first.pdf' })
    expect(line).toHaveTextContent('…')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    act(() => void dispatchEvent(new Event('offline')))
    expect(line).toHaveTextContent(
      /In the trash3 kB · .*Already thereNot known while you are offline/,
    )
  })

  it('can be skipped, and decided about all the same', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Keep both', { 'first.pdf': 'Skip' })
    await dialog('1 of 2 restored')
    const skipped = within(sheet).getByRole('region', { name: 'Skipped' })
    expect(skipped).toHaveTextContent('first.pdf')
    expect(sheet).toHaveTextContent('1 was skipped.')
    await decide(app.user, skipped, 'Keep both')
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'first (2).pdf',
      'first.pdf',
      'second (2).pdf',
      'second.pdf',
    ])
  })

  it('T4 is no failure when it was skipped, also in the message about the rest', async () => {
    const { app, sheet } = await openWithClashes()
    const { fault, free } = held()
    app.faults.next('POST /file/move', fault)
    await decide(app.user, await taken(sheet), 'Keep both', { 'first.pdf': 'Skip' })
    await app.user.keyboard('{Escape}')
    free()
    const message = await findMessage(/^1 of 2 items restored\. 1 was skipped\.$/)
    expect(message.closest('[role="status"]')).not.toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('can be skipped for all', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Skip')
    expect(within(sheet).getByText('2 were skipped.')).toBeVisible()
    await app.user.click(await inside(sheet, 'Done'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await trashNames(app)).toEqual(['first.pdf', 'second.pdf'])
  })
})

describe('T5 replacing', () => {
  it('says nothing of folders where there are none', async () => {
    const { app, sheet } = await openWithClashes()
    await chooseRule(app.user, await taken(sheet), 'Replace')
    expect(within(sheet).getByText('What is there goes to the trash.')).toBeVisible()
  })

  it('puts the deleted file in the place of the other one, which goes to the trash; Undo reverses both', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Skip', { 'first.pdf': 'Replace' })
    await dialog('1 of 2 restored')
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'first.pdf': 3_000, 'second.pdf': 7_000 })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'first.pdf': 7_000, 'second.pdf': 3_000 })
    await app.user.click(await inside(sheet, 'Undo restore'))
    await findMessage(/first\.pdf.* moved to the trash/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'first.pdf': 7_000, 'second.pdf': 7_000 })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'first.pdf': 3_000, 'second.pdf': 3_000 })
  })

  it('T6 is taken back together with Keep both in one message, which says what keeps its new name', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Skip', { 'first.pdf': 'Replace' })
    await dialog('1 of 2 restored')
    await decide(app.user, within(sheet).getByRole('region', { name: 'Skipped' }), 'Keep both')
    const all = await dialog('2 items restored')
    await app.user.click(await inside(all, 'Undo restore'))
    await findMessage(/^2 items moved to the trash\. 1 keeps its new name\.$/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'first.pdf': 7_000, 'second.pdf': 7_000 })
    expect(await sizesAt(app, 'svc://trash')).toEqual({
      'first.pdf': 3_000,
      'second (2).pdf': 3_000,
    })
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    const messages = screen.getByRole('region', { name: 'Notifications' })
    await waitFor(() =>
      expect(within(messages).getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1),
    )
    expect(within(messages).queryByRole('button', { name: /^Undo: / })).toBeNull()
  })

  it('T10 happens once for two of one name: the second is kept beside the first, and Undo brings back what was there', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedTrashedFile(backend, ['Docs', 'plan.pdf'], day, 3_000)
      seedTrashedFile(backend, ['Docs', 'plan.pdf'], 2 * day, 5_000)
      backend.service.seed.addFile(backend.mei, ['Docs', 'plan.pdf'], { size: 7_000 })
    }, 2)
    await chooseRule(app.user, plan, 'Replace')
    const choices = within(plan).getAllByRole<HTMLSelectElement>('combobox')
    expect(choices.map(({ selectedOptions: [chosen] }) => chosen?.text)).toEqual([
      'Replace',
      'Keep both',
    ])
    await decide(app.user, plan, 'Replace')
    await findMessage(/^2 items restored/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({
      'plan (2).pdf': 5_000,
      'plan.pdf': 3_000,
    })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'plan.pdf': 7_000 })
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'plan.pdf': 7_000 })
  })

  it('T10 names the folder that is kept beside what is there when files are replaced', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedTaken(backend)
      const id = backend.service.seed.addFolder(backend.mei, ['Docs', 'Sub'])
      backend.service.seed.trashFile(id, { at: Date.now() - day })
      backend.service.seed.addFolder(backend.mei, ['Docs', 'Sub'])
    }, 2)
    await chooseRule(app.user, plan, 'Replace')
    expect(plan).toHaveTextContent(
      /What is there goes to the trash, but “.?Sub.?” is kept beside what is there\./,
    )
  })

  it('leaves a file that came to the place after it was shown', async () => {
    const { app, sheet } = await openWithClashes()
    await within(sheet).findAllByText(/7 kB/)
    const { service, mei } = app
    const body = { uri: 'svc://my/Docs/first.pdf', new_name: 'renamed.pdf' }
    await writeElsewhere(app, 'POST', '/file/rename', body)
    service.seed.addFile(mei, ['Docs', 'first.pdf'], { size: 9_000 })
    await decide(app.user, await taken(sheet), 'Skip', { 'first.pdf': 'Replace' })
    expect(await within(sheet).findByText(/9 kB/)).toBeVisible()
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({
      'first.pdf': 9_000,
      'renamed.pdf': 7_000,
      'second.pdf': 7_000,
    })
    await decide(app.user, await taken(sheet), 'Replace')
    await dialog('1 of 2 restored')
    expect((await sizesAt(app, 'svc://my/Docs'))['first.pdf']).toBe(3_000)
  })

  it('works for all, and shows in the trash what had to make room', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Replace')
    const whole = await dialog('2 items restored')
    expect(whole).toHaveTextContent('Everything is back. The 2 replaced files are in the trash.')
    await app.user.click(await inside(whole, 'Done'))
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'first.pdf': 3_000, 'second.pdf': 3_000 })
    await waitFor(() => expect(new Set(rowsShown())).toEqual(new Set(['first.pdf', 'second.pdf'])))
  })

  it('brings the other one back when the restore then fails', async () => {
    const { app, sheet } = await openWithClashes()
    const body = { code: 403, msg: 'no', data: null, correlation_id: 'c-1' }
    app.faults.next('POST /file/restore', { kind: 'json', body })
    await decide(app.user, await taken(sheet), 'Skip', { 'first.pdf': 'Replace' })
    await within(sheet).findByRole('region', { name: 'Original location can’t be used' })
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'first.pdf': 7_000, 'second.pdf': 7_000 })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'first.pdf': 3_000, 'second.pdf': 3_000 })
  })

  it('is not offered for folders', async () => {
    const app = await open(({ service, mei }) => {
      const folder = service.seed.addFolder(mei, ['Box'])
      service.seed.trashFile(folder, { at: Date.now() - day })
      service.seed.addFile(mei, ['Box'], { size: 5_000 })
    })
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 1 item')
    await within(plan).findByText(/5 kB/)
    expect(within(plan).getByRole('radio', { name: 'Keep both' })).toBeVisible()
    expect(within(plan).queryByRole('radio', { name: 'Replace' })).toBeNull()
  })
})

describe('T5 two of one name, of whose folder nothing is known', () => {
  it('never go in one request, and both come back: the later one under its name; Undo takes both away', async () => {
    const app = await open((backend) => {
      backend.service.seed.addFolder(backend.mei, ['Docs'])
      seedTrashedFile(backend, ['Docs', 'same.txt'], day, 3_000)
      seedTrashedFile(backend, ['Docs', 'same.txt'], 2 * day, 5_000)
    })
    const { service } = app
    const answer = service.fetch.bind(service)
    const sent: number[] = []
    service.fetch = async (...[request, ...rest]) => {
      if (request.url.endsWith('/file/restore')) {
        const { uris } = (await request.clone().json()) as { uris: string[] }
        sent.push(uris.length)
      }
      return answer(request, ...rest)
    }
    await restoreUnseen(app, 2)
    await findMessage(/^2 items restored/)
    expect(sent).toEqual([1])
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({
      'same (2).txt': 5_000,
      'same.txt': 3_000,
    })
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
    const sizes = (await filesAt(app, 'svc://trash')).map(({ size }) => size)
    expect(new Set(sizes)).toEqual(new Set([3_000, 5_000]))
  })
})

describe('T5 keep both of many', () => {
  it('tells items of one name from several folders apart', async () => {
    const { app, plan } = await openPlan((backend) => {
      for (const folder of ['A', 'B', 'C']) {
        seedTrashedFile(backend, [folder, 'same.txt'])
        seedTrashedFile(backend, [folder, 'same (2).txt'])
        backend.service.seed.addFile(backend.mei, [folder, 'same.txt'])
      }
    }, 6)
    await app.user.click(await inside(plan, /^Restore/))
    await findMessage(/6 items restored/)
    for (const folder of ['A', 'B', 'C']) {
      expect(await namesAt(app, `svc://my/${folder}`)).toEqual([
        'same (2).txt',
        'same (3).txt',
        'same.txt',
      ])
    }
    expect(await namesAt(app, 'svc://my')).toEqual(['A', 'B', 'C'])
  })
})
