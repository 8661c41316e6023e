import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseButton } from '../../dom/folder-picker.ts'
import { type Backend } from '../../dom/harness.tsx'
import { seedTrashedFile, seedTrashedFiles, row } from '../../dom/trash-fixtures.ts'
import { callService, filesAt, namesAt } from '../../processes/service-api.ts'
import {
  open,
  button,
  selectAll,
  restore,
  isRestore,
  restores,
  findMessage,
  expectHonest,
} from './fixtures.tsx'

describe('somebody else meanwhile', () => {
  it('rule 9.3 has restored some of it: that is no failure', async () => {
    const ids: string[] = []
    const app = await open((backend) => {
      for (const name of ['one.txt', 'two.txt', 'three.txt']) {
        ids.push(seedTrashedFile(backend, ['Docs', name]))
      }
    })
    await selectAll(app)
    const { service, mei } = app
    const trashed = await filesAt(app, 'svc://trash')
    const uris = trashed.filter(({ id }) => id === ids[0]).map(({ path }) => path)
    await callService(service, 'POST', '/file/restore', { as: mei, body: { uris } })
    await restore(app)
    await findMessage(/3 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['one.txt', 'three.txt', 'two.txt'])
    await expectHonest(app, 0)
  })

  it('has deleted one for good: it is named, and no way to restore it is offered', async () => {
    let gone = ''
    const app = await open((backend) => {
      gone = seedTrashedFile(backend, ['Docs', 'gone.txt'])
      seedTrashedFile(backend, ['Docs', 'kept.txt'])
    })
    await selectAll(app)
    app.service.seed.removeFile(gone)
    await restore(app)
    const sheet = await screen.findByRole('dialog', { name: '1 of 2 restored' })
    const group = within(sheet).getByRole('region', { name: 'No longer in the trash' })
    expect(group).toHaveTextContent('gone.txt')
    expect(within(sheet).queryByRole('button', { name: /^Retry \d/ })).toBeNull()
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['kept.txt'])
    await app.user.click(within(sheet).getByRole('button', { name: 'Done' }))
    await expectHonest(app, 0)
  })

  it('has deleted one of many for good: it is named, and the others are not asked for one by one', async () => {
    let gone = ''
    const app = await open((backend) => {
      const folder = backend.service.seed.addFolder(backend.mei, ['Old'])
      gone = seedTrashedFile(backend, ['Old', 'gone.txt'])
      for (let at = 0; at < 30; at++) seedTrashedFile(backend, ['Old', `kept ${at}.txt`])
      backend.service.seed.removeFile(folder)
    })
    await selectAll(app)
    // The plan is not allowed to look into the folder.
    app.faults.next(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri') === 'svc://my/Old',
      { kind: 'json', body: { code: 403, msg: 'no' } },
    )
    await restore(app)
    const plan = await screen.findByRole('dialog', { name: 'Restore 31 items' })
    app.service.seed.removeFile(gone)
    const before = app.requests.length
    await app.user.click(within(plan).getByRole('button', { name: 'Restore 31 items' }))
    const sheet = await screen.findByRole('dialog', { name: '0 of 31 restored' })
    const group = within(sheet).getByRole('region', { name: 'No longer in the trash' })
    expect(within(group).getAllByRole('listitem')).toHaveLength(1)
    expect(group).toHaveTextContent('gone.txt')
    const left = within(sheet).getByRole('region', { name: 'Folder no longer exists' })
    expect(within(left).getByRole('heading')).toHaveTextContent('Folder no longer exists · 30')
    const lookups = app.requests
      .slice(before)
      .filter(({ path, query }) => path === '/file/info' && new URLSearchParams(query).has('id'))
    expect(lookups).toHaveLength(1)
  })
})

describe('what is asked for', () => {
  it('is asked twice by a double click: each goes back once, and one message says so', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'delay', ms: 60 })
    await app.user.dblClick(await button('Restore'))
    await findMessage(/120 items restored/)
    expect(restores(app)).toHaveLength(2)
    expect(screen.getAllByText(/items restored/)).toHaveLength(1)
    await expectHonest(app, 0)
  })

  it('rule 9.3 is a folder and what was in it: the folder goes first, in a request of its own', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      const folder = service.seed.addFolder(mei, ['Trip'])
      seedTrashedFile(backend, ['Trip', 'ticket.pdf'], 1000)
      seedTrashedFile(backend, ['Trip', 'map.png'], 2000)
      service.seed.addFile(mei, ['Trip', 'kept.txt'])
      service.seed.trashFile(folder, { at: Date.now() - 500 })
    })
    await selectAll(app)
    await restore(app)
    await findMessage(/3 items restored/)
    expect(restores(app)).toHaveLength(2)
    expect(await namesAt(app, 'svc://my/Trip')).toEqual(['kept.txt', 'map.png', 'ticket.pdf'])
    await expectHonest(app, 0)
  })

  it('is 3,001 items: more than the service takes at once', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3001))
    await selectAll(app)
    await restore(app)
    await findMessage(/3,001 items restored/, 90_000)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3001)
    await expectHonest(app, 0)
  }, 120_000)
})

describe('where it was', () => {
  const seedTrashedFrom = ({ service, mei }: Backend, name: string, restoreUri: string) =>
    service.seed.trashFile(service.seed.addFile(mei, ['Docs', name]), { restoreUri })

  it('is missing or malformed: the rest goes back, these ask for a folder and get one', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      service.seed.addFolder(mei, ['Box'])
      seedTrashedFrom(backend, 'missing.txt', '')
      seedTrashedFrom(backend, 'malformed.txt', 'svc://my/%zz/x')
      seedTrashedFile(backend, ['Docs', 'fine.txt'])
    })
    await selectAll(app)
    await restore(app)
    const sheet = await screen.findByRole('dialog', { name: '1 of 3 restored' })
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['fine.txt'])
    await app.user.click(within(sheet).getByRole('button', { name: 'Choose a folder for all 2…' }))
    const picker = await screen.findByRole('dialog', { name: 'Restore 2 items to…' })
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await chooseButton(/Restore to .*Box/))
    await screen.findByRole('dialog', { name: '3 items restored' })
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['malformed.txt', 'missing.txt'])
    await app.user.click(screen.getByRole('button', { name: 'Done' }))
    await expectHonest(app, 0)
  })

  it('became a file: the item stays in the trash and a folder can be chosen', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      const folder = service.seed.addFolder(mei, ['Docs'])
      seedTrashedFile(backend, ['Docs', 'note.txt'])
      service.seed.removeFile(folder)
      service.seed.addFile(mei, ['Docs'])
    })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select note.txt' }))
    await restore(app)
    const sheet = await screen.findByRole('dialog', { name: '0 of 1 restored' })
    expect(
      within(sheet).getByRole('region', { name: 'Original location can’t be used' }),
    ).toHaveTextContent('Docs is no longer a folder')
    expect(within(sheet).getByRole('button', { name: /Choose a folder/ })).toBeVisible()
    await app.user.keyboard('{Escape}')
    expect(await row('note.txt')).toHaveAttribute('aria-selected', 'true')
    await expectHonest(app, 1)
  })
})
