import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp, type RenderOptions, type Backend } from '../harness.tsx'
import { callService, filesAt, namesAt } from '../service-api.ts'
import { seedTrashedFile, seedTrashedFiles, row, trashNames } from '../trash-fixtures.ts'

/*
 * Restoring while everything goes wrong. After each the page says what the service has, and the service is asked.
 */

const open = async (backend: RenderOptions['seed'], options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/trash', ...options, ...(backend ? { seed: backend } : {}) })
  await screen.findByRole('grid')
  return app
}
type App = Awaited<ReturnType<typeof open>>

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const selectAll = async ({ user }: Pick<App, 'user'>) => {
  await waitFor(() => expect(screen.getByText(/^[\d,]+ items?$/)).toBeVisible())
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
}
const restore = async (app: Pick<App, 'user'>) => app.user.click(await button('Restore'))
const isRestore = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/file/restore'
const restores = ({ requests }: App) => requests.filter(isRestore)

const said = (text: RegExp) => screen.findByText(text, undefined, { timeout: 20_000 })

/** What the page shows is what the service has. */
async function expectHonest(app: App, inTrash: number): Promise<void> {
  expect(await trashNames(app)).toHaveLength(inTrash)
  if (inTrash === 0) await screen.findByText('Nothing has been deleted.')
  else {
    await waitFor(() =>
      expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(inTrash + 1)),
    )
  }
}

describe('the connection', () => {
  it('breaks inside a chunk: what was not sent is sent again, and nothing twice', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    app.faults.next(isRestore, { kind: 'drop' })
    app.faults.next(isRestore, { kind: 'truncate' })
    await restore(app)
    await said(/250 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })

  it('breaks after the service has done it: nothing is restored twice, and nothing is called failed', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 150))
    await selectAll(app)
    app.faults.next(isRestore, { kind: 'lost' })
    await restore(app)
    await said(/150 items restored/)
    // Both chunks, each once: what was done was found by looking.
    expect(restores(app)).toHaveLength(2)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(150)
    await expectHonest(app, 0)
  })

  it('goes through a proxy that takes no large requests: the chunks get smaller', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    const sizes: number[] = []
    app.faults.always(
      (sent) => {
        if (!isRestore(sent)) return false
        const { uris } = JSON.parse(sent.body) as { uris: string[] }
        sizes.push(uris.length)
        return uris.length > 30
      },
      { kind: 'status', status: 413 },
    )
    await restore(app)
    await said(/120 items restored/)
    expect(Math.max(...sizes)).toBe(100)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(120)
    await expectHonest(app, 0)
  })
})

describe('the session', () => {
  it('ends in the middle: the batch waits for the sign-in and goes on', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250), { passwords: true })
    await selectAll(app)
    let sent = 0
    app.faults.always(
      (request) => {
        if (isRestore(request) && ++sent === 2) app.service.seed.endSessions()
        return false
      },
      { kind: 'drop' },
    )
    await restore(app)
    const dialog = await screen.findByRole('dialog', undefined, { timeout: 10_000 })
    await app.user.type(within(dialog).getByLabelText('Password'), 'correct horse battery')
    await app.user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
    await said(/250 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })
})

describe('the tab', () => {
  it('is closed in the middle: the next one offers to check and go on, and loses nothing', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    let sent = 0
    app.faults.always((request) => isRestore(request) && ++sent > 1, { kind: 'lost' })
    app.faults.always(({ path }) => path === '/file/info', { kind: 'stall' })
    await restore(app)
    await waitFor(async () => expect((await trashNames(app)).length).toBeLessThan(250))
    await waitFor(() => expect(sent).toBeGreaterThan(1))
    const before = (await trashNames(app)).length
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    // The answer about some of them got lost.
    expect(note).toHaveTextContent(
      /A restore of 250 items was interrupted\. At least \d+ are done\./,
    )
    expect((await trashNames(app)).length).toBe(before)
    await page.user.click(
      within(note).getByRole('button', { name: 'Check what happened and go on' }),
    )
    await said(/250 items restored/)
    expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull()
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(250)
    await expectHonest(app, 0)
  })

  it('offers nothing once it was told to forget it, and what is not back stays in the trash', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 250))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    const page = await app.reload()
    const note = await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(within(note).getByRole('button', { name: 'Forget it' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull())
    await app.reload()
    await expectHonest(app, 250)
    expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull()
  })

  it('says it on other pages too, in a message', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    window.history.replaceState(null, '', '/shares')
    const page = await app.reload()
    expect(await said(/A restore of 120 items was interrupted/)).toBeVisible()
    await page.user.click(await button('Check what happened and go on'))
    await said(/120 items restored/)
    expect(await trashNames(app)).toEqual([])
  })

  it('forgets what was interrupted when its user signs out', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'stall' })
    await restore(app)
    await waitFor(() => expect(restores(app).length).toBeGreaterThan(0))
    const page = await app.reload()
    await screen.findByRole('region', { name: 'Interrupted' })
    await page.user.click(await button('Account of Mei Wang'))
    await page.user.click(await button('Sign out'))
    await screen.findByLabelText('Email')
    window.history.replaceState(null, '', '/trash')
    await app.reload()
    await expectHonest(app, 120)
    expect(screen.queryByRole('region', { name: 'Interrupted' })).toBeNull()
  })
})

describe('somebody else meanwhile', () => {
  it('has restored some of it: that is no failure', async () => {
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
    await said(/3 items restored/)
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
    expect(within(sheet).queryByRole('button', { name: /Retry the/ })).toBeNull()
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['kept.txt'])
    await app.user.click(within(sheet).getByRole('button', { name: 'Done' }))
    await expectHonest(app, 0)
  })
})

describe('what is asked for', () => {
  it('is asked twice by a double click: each goes back once, and one message says so', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 120))
    await selectAll(app)
    app.faults.always(isRestore, { kind: 'delay', ms: 60 })
    await app.user.dblClick(await button('Restore'))
    await said(/120 items restored/)
    expect(restores(app)).toHaveLength(2)
    expect(screen.getAllByText(/items restored/)).toHaveLength(1)
    await expectHonest(app, 0)
  })

  it('is a folder and what was in it: the folder goes first, in a request of its own', async () => {
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
    await said(/3 items restored/)
    expect(restores(app)).toHaveLength(2)
    expect(await namesAt(app, 'svc://my/Trip')).toEqual(['kept.txt', 'map.png', 'ticket.pdf'])
    await expectHonest(app, 0)
  })

  it('is 3,001 items: more than the service takes at once', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3001))
    await selectAll(app)
    await restore(app)
    await said(/3,001 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3001)
    await expectHonest(app, 0)
  }, 60_000)
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
    await app.user.click(within(sheet).getByRole('button', { name: 'Choose a folder for all 2' }))
    const picker = await screen.findByRole('dialog', { name: 'Restore 2 items to' })
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await within(picker).findByRole('button', { name: /Restore to .*Box/ }))
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
      within(sheet).getByRole('region', { name: 'Original place can’t be used' }),
    ).toHaveTextContent('Docs is not a folder now')
    expect(within(sheet).getByRole('button', { name: /Choose a folder/ })).toBeVisible()
    await app.user.keyboard('{Escape}')
    expect(await row('note.txt')).toHaveAttribute('aria-selected', 'true')
    await expectHonest(app, 1)
  })
})
