import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EmbeddedService } from '#src/server/service.ts'
import { here, type RenderOptions } from '../../dom/harness.tsx'
import { makeMissingFolders } from '../../dom/missing-folders.ts'
import { held } from '../../dom/network.ts'
import { field, open, save } from '../../pages/editor/fixtures.tsx'
import { callService, namesAt } from '../../processes/service-api.ts'
import { select } from '../files/actions/fixtures.tsx'
import { atWork, choose, ends, file, panel, row, seedWork, sent } from '../uploads/fixtures.tsx'

/** The service as the public server behaves: what is written makes the folders that it needs. */
const publicServer = (service: EmbeddedService) => ({
  fetch: (async (request, info) => {
    const { method, url, headers } = request
    const authorization = headers.get('authorization')
    const copy = request.clone()
    await makeMissingFolders(
      { method, url, authorization },
      () => copy.text(),
      async (made) => service.fetch(made, info),
    )
    return service.fetch(request, info)
  }) satisfies EmbeddedService['fetch'],
  elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
})

type App = Pick<Awaited<ReturnType<typeof atWork>>, 'service' | 'mei' | 'user' | 'requests'>

async function elsewhere(app: App, method: string, path: string, body: object): Promise<void> {
  expect((await callService(app.service, method, path, { as: app.mei, body })).code).toBe(0)
}
const renameWork = (app: App) =>
  elsewhere(app, 'POST', '/file/rename', { uri: 'svc://my/Work', new_name: 'Renamed' })
const deleteWork = (app: App) => elsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Work'] })

const atPublicWork = (options: Partial<RenderOptions> = {}) =>
  atWork({ between: publicServer, ...options })

const question = () => screen.findByRole('alertdialog', { name: /Work.* is no longer here/ })
const answer = async (app: App, name: string) =>
  app.user.click(within(await question()).getByRole('button', { name }))
const nowAt = (name: string) => new RegExp(`This folder is now at .*Files / ${name}`)
const names = (app: App) => namesAt(app, 'svc://my')

describe('a folder that was renamed elsewhere', () => {
  it('F1 is said to be somewhere else when its list is read again, is not written to, and leads there', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    await app.user.keyboard('r')
    expect(await screen.findByText(nowAt('Renamed'))).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    await app.user.keyboard('n')
    expect(screen.queryByRole('textbox', { name: 'Name of the new folder' })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Continue there' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/Renamed'))
    expect(await screen.findByRole('button', { name: 'New folder' })).toBeVisible()
    expect(await names(app)).toEqual(['Renamed'])
  })

  it('F2 is not made again by a new folder: it is asked where that is to go', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    await app.user.keyboard('nPlans{Enter}')
    expect(await question()).toHaveTextContent(nowAt('Renamed'))
    expect(await names(app)).toEqual(['Renamed'])
    await answer(app, 'Continue there')
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/Renamed'))
    expect(await names(app)).toEqual(['Renamed'])
    expect(await namesAt(app, 'svc://my/Renamed')).toEqual(['Photos', 'Plans', 'letter.txt'])
  })

  it('F2 is not made again by a new folder that is given up then', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    await app.user.keyboard('nPlans{Enter}')
    await answer(app, 'Cancel')
    expect(await screen.findByText(nowAt('Renamed'))).toBeVisible()
    expect(screen.queryByText(/The rest could not be loaded/)).toBeNull()
    // What was typed is not lost.
    expect(screen.getByRole('textbox', { name: 'Name of the new folder' })).toHaveValue('Plans')
    expect(await names(app)).toEqual(['Renamed'])
    expect(sent(app.requests, 'POST', '/file/create')).toEqual([])
  })

  it('F2 is not made again by an upload, whose files go where the user says', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    choose([file('one.txt'), file('two.txt'), file('three.txt')])
    await answer(app, 'Continue there')
    await ends('3 files uploaded')
    expect(await names(app)).toEqual(['Renamed'])
    expect(await namesAt(app, 'svc://my/Renamed')).toEqual([
      'Photos',
      'letter.txt',
      'one.txt',
      'three.txt',
      'two.txt',
    ])
  })

  it('F2 is not made again by an upload that is given up, and the files ask again when they are resumed', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    choose([file('one.txt'), file('two.txt'), file('three.txt')])
    await answer(app, 'Cancel')
    await waitFor(async () => expect(await panel()).toHaveTextContent('no longer there'))
    expect(await names(app)).toEqual(['Renamed'])
    await app.user.click(
      within(await panel()).getAllByRole('button', { name: /^Retry/ })[0] as HTMLElement,
    )
    await answer(app, 'Cancel')
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
    expect(await names(app)).toEqual(['Renamed'])
  })

  it('F2 is not made again by the later files of an upload', async () => {
    const app = await atPublicWork()
    const [first, second] = [held(), held()]
    for (const { fault } of [first, second]) app.faults.next('POST /file/upload/*', fault)
    choose(Array.from({ length: 6 }, (_, at) => file(`${at}.txt`)))
    // Both that may run are on their way when the folder is renamed, for longer than a look at it lasts.
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    await renameWork(app)
    const now = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    first.free()
    second.free()
    await answer(app, 'Continue there')
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Renamed')).toEqual(
        expect.arrayContaining(['2.txt', '3.txt', '4.txt', '5.txt']),
      ),
    )
    expect(await names(app)).toEqual(['Renamed'])
  })

  it('F3 is not made again by a paste with a name that is taken', async () => {
    const app = await atPublicWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'Photos', 'letter.txt'], { size: 3 })
      },
    })
    await app.user.dblClick(await row('Photos'))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('Work/Photos'))
    await select(app, 'letter.txt')
    await app.user.keyboard('{Control>}c{/Control}{Backspace}')
    await row('Photos')
    await renameWork(app)
    await app.user.keyboard('{Control>}v{/Control}')
    await answer(app, 'Continue there')
    expect(await names(app)).toEqual(['Renamed'])
  })
})

describe('a folder that was deleted elsewhere', () => {
  it('F1 says so and leads up, and is not written to', async () => {
    const app = await atPublicWork()
    await deleteWork(app)
    await app.user.keyboard('r')
    const words = await screen.findByText(/This folder no longer exists: it was deleted/)
    expect(words).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Go up' }))
    await waitFor(() => expect(here()).not.toContain('Work&'))
    await waitFor(() => expect(screen.queryByText(/no longer exists/)).toBeNull())
    expect(await names(app)).toEqual([])
  })

  it('F2 is not made again by an upload: another folder can be chosen', async () => {
    const app = await atPublicWork()
    app.service.seed.addFolder(app.mei, ['Other'])
    await deleteWork(app)
    choose([file('one.txt')])
    await answer(app, 'Choose a folder…')
    const picker = within(await screen.findByRole('dialog', { name: 'Choose another folder' }))
    await app.user.click(await picker.findByRole('option', { name: 'Other' }))
    await app.user.click(await picker.findByRole('button', { name: 'Continue in Other' }))
    await ends('1 file uploaded')
    expect(await names(app)).toEqual(['Other'])
    expect(await namesAt(app, 'svc://my/Other')).toEqual(['one.txt'])
  })

  it('F2 is not written to when another one has come to its place', async () => {
    const app = await atPublicWork()
    await renameWork(app)
    await elsewhere(app, 'POST', '/file/create', { uri: 'svc://my/Work', type: 'folder' })
    choose([file('one.txt')])
    await answer(app, 'Continue there')
    await ends('1 file uploaded')
    expect(await namesAt(app, 'svc://my/Work')).toEqual([])
    expect(await namesAt(app, 'svc://my/Renamed')).toContain('one.txt')
  })
})

describe('a text whose folder is gone', () => {
  /** On a server that has no locks for our editor. */
  const letters = () =>
    open({
      between: publicServer,
      faults: (faults) =>
        faults.always('PUT /file/viewerSession', {
          kind: 'json',
          body: { code: 40077, msg: 'no viewer' },
        }),
    })
  const asked = () => screen.findByRole('alertdialog', { name: /Letters.* is no longer here/ })

  it('F4 is copied to where the folder is now, and makes none at the old place', async () => {
    const app = await letters()
    await app.user.type(await field(), 'So. ')
    await elsewhere(app, 'POST', '/file/rename', { uri: 'svc://my/Letters', new_name: 'Post' })
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Save as a copy' }))
    expect(await asked()).toHaveTextContent(nowAt('Post'))
    expect(await names(app)).toEqual(['Post'])
    await app.user.click(within(await asked()).getByRole('button', { name: 'Continue there' }))
    await waitFor(() =>
      expect(decodeURIComponent(decodeURIComponent(here()))).toContain('Post/letter (2).txt'),
    )
    expect(await names(app)).toEqual(['Post'])
  })

  it('F4 is said to be gone when it was deleted, and copied to a folder that the user chooses', async () => {
    const app = await letters()
    await app.user.type(await field(), 'So. ')
    await elsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Letters'] })
    await save(app.user)
    expect(await screen.findByText(/renamed, moved or deleted/)).toBeVisible()
    await app.user.click(await screen.findByRole('button', { name: 'Save as a copy' }))
    const choose = within(await asked()).getByRole('button', { name: 'Choose a folder…' })
    await app.user.click(choose)
    await app.user.click(await screen.findByRole('button', { name: /Continue in .*Files/ }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/letter.txt'))
    expect((await field()).value).toContain('So. ')
  })

  it('F4 is kept in the editor when it is not said where a copy is to go', async () => {
    const app = await letters()
    await app.user.type(await field(), 'So. ')
    await elsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Letters'] })
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Save as a copy' }))
    await app.user.click(within(await asked()).getByRole('button', { name: 'Cancel' }))
    expect(await names(app)).toEqual([])
    expect((await field()).value).toContain('So. ')
    expect(sent(app.requests, 'PUT', '/file/content')).toEqual([])
  })

  it('F4 is saved where it is now once the user says so', async () => {
    const app = await letters()
    await app.user.type(await field(), 'So. ')
    await elsewhere(app, 'POST', '/file/rename', { uri: 'svc://my/Letters', new_name: 'Post' })
    await save(app.user)
    expect(
      await screen.findByText(/This file is now at .*Files \/ Post \/ letter.txt/),
    ).toBeVisible()
    expect(await names(app)).toEqual(['Post'])
    await app.user.click(screen.getByRole('button', { name: 'Continue there' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('Post/letter.txt'))
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toContain('So. ')
    expect(await names(app)).toEqual(['Post'])
  })
})
