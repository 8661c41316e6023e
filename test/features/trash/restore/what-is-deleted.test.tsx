import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { allQuestions } from '#src/jobs/questions/questions.ts'
import { renderApp, type Backend } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import { row, seedTrashedFile, seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  day,
  dialog,
  inside,
  open,
  select,
  press,
  findMessage,
  release,
  seedTaken,
  writeElsewhere,
} from './fixtures.tsx'

const kB = 1024

/** A folder in the trash with files of this size in it, two levels deep. */
function seedTrashedFolder(
  { service: { seed }, mei }: Backend,
  name: string,
  size: number,
): string {
  const id = seed.addFolder(mei, [name])
  seed.addFile(mei, [name, 'one.bin'], { size })
  seed.addFile(mei, [name, 'Deep', 'two.bin'], { size })
  seed.trashFile(id, { at: Date.now() - day })
  return id
}

/** Something is deleted in another window, and the page hears of it. */
async function deleteElsewhere(app: Backend & { user: { keyboard(keys: string): Promise<void> } }) {
  app.service.seed.addFile(app.mei, ['Docs', 'late.txt'], { size: 100 })
  await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/late.txt'] })
  await app.user.keyboard('r')
  await row('late.txt')
}

describe('T2 all that is selected', () => {
  it('is what was there: what is deleted in another window stays out', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await app.user.keyboard('{Control>}a{/Control}')
    await screen.findByRole('region', { name: '3 selected' })
    await deleteElsewhere(app)
    expect(screen.getByRole('region', { name: '3 selected' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Select late.txt' })).not.toBeChecked()
    await press(app, 'Delete permanently…')
    await app.user.click(await inside(await dialog(/delete 3 items/), 'Delete permanently'))
    await findMessage(/3 items permanently deleted/)
    expect(await trashNames(app)).toEqual(['late.txt'])
  })

  it('is what the open question says, also when something is deleted meanwhile', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    const asked = await dialog(/delete 3 items/)
    app.service.seed.addFile(app.mei, ['Docs', 'late.txt'])
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/late.txt'] })
    await app.user.click(await inside(asked, 'Delete permanently'))
    await findMessage(/3 items permanently deleted/)
    expect(await trashNames(app)).toEqual(['late.txt'])
  })

  it('leaves out what was restored and deleted again elsewhere', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    await app.user.keyboard('{Control>}a{/Control}')
    await screen.findByRole('region', { name: '2 selected' })
    const first = (await filesAt(app, 'svc://trash')).find(({ name }) => name === 'item 0000.txt')
    await writeElsewhere(app, 'POST', '/file/restore', { uris: [first?.path] })
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/item%200000.txt'] })
    await app.user.keyboard('r')
    await screen.findByRole('region', { name: '1 selected' })
    expect(screen.getByRole('checkbox', { name: 'Select item 0000.txt' })).not.toBeChecked()
  })

  it('takes in what is still to be loaded, and not what comes while that is loading', async () => {
    const second = held()
    const app = await renderApp({
      path: '/trash',
      isStrict: false,
      seed: (backend) => seedTrashedFiles(backend, 620),
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/file' && query.has('next_page_token'),
          second.fault,
        ),
    })
    await screen.findByText('The rest is still loading.')
    await app.user.keyboard('{Control>}a{/Control}')
    await press(app, 'Delete permanently…')
    app.service.seed.addFile(app.mei, ['Docs', 'late.txt'])
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Docs/late.txt'] })
    second.free()
    const asked = await dialog(/delete 620 items/)
    await app.user.click(await inside(asked, 'Delete permanently'))
    await findMessage(/620 items permanently deleted/)
    expect(await trashNames(app)).toEqual(['late.txt'])
  }, 60_000)
})

describe('T2 what another tab has restored meanwhile', () => {
  const restoreElsewhere = async (app: Awaited<ReturnType<typeof open>>, name: string) => {
    const uri = (await filesAt(app, 'svc://trash')).find((each) => each.name === name)?.path
    await writeElsewhere(app, 'POST', '/file/restore', { uris: [uri] })
  }
  const expectElsewhere = async (app: Awaited<ReturnType<typeof open>>, title: string) => {
    await press(app, 'Show details…')
    const sheet = await dialog(title)
    expect(within(sheet).getByRole('listitem')).toHaveTextContent(
      /item 0000\.txtIt was moved, renamed or deleted in the meantime\./,
    )
    expect(within(sheet).queryByRole('button', { name: /Retry/ })).toBeNull()
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['item 0000.txt'])
    expect(await trashNames(app)).toEqual([])
  }

  it('is not deleted: the result says where the fault is, and offers no try that must fail', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    const asked = await dialog(/delete 3 items/)
    await restoreElsewhere(app, 'item 0000.txt')
    await app.user.click(await inside(asked, 'Delete permanently'))
    await expectElsewhere(app, '2 of 3 items permanently deleted')
  })

  it('is not deleted after a wait for a lock, while all others are', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 12))
    const { owner, application } = { owner: app.mei, application: { type: 'dav' } }
    for (const { id } of await filesAt(app, 'svc://trash'))
      app.service.seed.addLock({ owner, fileId: id, application })
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    await app.user.click(await inside(await dialog(/delete 12 items/), 'Delete permanently'))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    release(app)
    await restoreElsewhere(app, 'item 0000.txt')
    const tray = await screen.findByRole('region', { name: 'Waiting for locked items' })
    await app.user.click(await inside(tray, 'Retry'))
    await expectElsewhere(app, '11 of 12 items permanently deleted')
  })
})

describe('T9 Restore while the trash is still loading', () => {
  it('asks once, however often it is pressed', async () => {
    const second = held()
    const app = await renderApp({
      path: '/trash',
      isStrict: false,
      seed: (backend) => {
        seedTrashedFiles(backend, 620)
        seedTaken(backend)
      },
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/file' && query.has('next_page_token'),
          second.fault,
        ),
    })
    await screen.findByText('The rest is still loading.')
    await app.user.keyboard('{Control>}a{/Control}')
    await press(app, 'Restore')
    const restore = screen.getByRole('button', { name: 'Restore' })
    expect(restore).toHaveAttribute('aria-busy', 'true')
    await app.user.click(restore)
    await app.user.keyboard('u')
    second.free()
    await app.user.click(await inside(await dialog('Restore 621 items'), 'Cancel'))
    expect(allQuestions()).toEqual([])
    await waitFor(() => expect(restore).not.toHaveAttribute('aria-busy'))
  }, 60_000)
})

describe('T2 the size in a question that cannot be taken back', () => {
  const seed = (backend: Backend) => {
    seedTrashedFolder(backend, 'Films', 500 * kB)
    seedTrashedFile(backend, ['notes.txt'], day, 53 * kB)
  }

  it('counts what is in folders', async () => {
    const app = await open(seed)
    await select(app, 'Films', 'notes.txt')
    await press(app, 'Delete permanently…')
    const asked = await dialog(/delete 2 items/)
    await within(asked).findByText(/^1\s?MB will be freed\./)
    await app.user.keyboard('{Escape}')
    await press(app, 'Clear')
    await press(app, 'Empty trash…')
    expect(await dialog('Empty the trash?')).toHaveTextContent(
      /2 items, 1\s?MB, will be permanently/,
    )
  })

  it('names the folders that the service does not count, and can be answered at once', async () => {
    const { fault, free } = held()
    const app = await open(seed, {
      faults: (faults) => faults.always(({ query }) => query.has('folder_summary'), fault),
    })
    await select(app, 'Films', 'notes.txt')
    await press(app, 'Delete permanently…')
    const asked = await dialog(/delete 2 items/)
    expect(asked).toHaveTextContent(/53\s?kB and 1 folder will be freed\./)
    await app.user.click(await inside(asked, 'Delete permanently'))
    free()
    await findMessage(/2 items permanently deleted/)
    expect(await trashNames(app)).toEqual([])
  })

  it('says "at least" while the service has not counted everything', async () => {
    const app = await open(seed, {
      faults: (faults) =>
        faults.always(({ query }) => query.has('folder_summary'), {
          kind: 'json',
          body: {
            code: 0,
            data: {
              type: 1,
              id: 'x',
              name: 'Films',
              folder_summary: { size: 400 * kB, files: 1, folders: 0, completed: false },
            },
          },
        }),
    })
    await select(app, 'Films', 'notes.txt')
    await press(app, 'Delete permanently…')
    await within(await dialog(/delete 2 items/)).findByText(/^At least 453\s?kB will be freed\./)
  })

  it('asks for fifty folders at most, a few at a time, and names the others', async () => {
    let [now, most] = [0, 0]
    const app = await open(
      (backend) => {
        for (let at = 0; at < 60; at++) seedTrashedFolder(backend, `Folder ${at}`, kB)
      },
      {
        between: (service) => ({
          fetch: async (request, info) => {
            const isSum = request.url.includes('folder_summary')
            if (isSum) most = Math.max(most, ++now)
            return service.fetch(request, info).finally(() => isSum && now--)
          },
          elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
        }),
      },
    )
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    await waitFor(() =>
      expect(asked).toHaveTextContent(/60 items, 100\s?kB and 10 folders, will be permanently/),
    )
    const asking = app.requests.filter(({ query }) => query.includes('folder_summary'))
    expect(asking).toHaveLength(50)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('asks no more once the service refuses', async () => {
    const app = await open(
      (backend) => {
        for (let at = 0; at < 20; at++) seedTrashedFolder(backend, `Folder ${at}`, kB)
        seedTrashedFile(backend, ['notes.txt'], day, 53 * kB)
      },
      {
        faults: (faults) =>
          faults.always(({ query }) => query.has('folder_summary'), {
            kind: 'json',
            body: { code: 403, msg: 'Not supported action' },
          }),
      },
    )
    await press(app, 'Empty trash…')
    const asked = await dialog('Empty the trash?')
    expect(asked).toHaveTextContent(/21 items, 53\s?kB and 20 folders, will be permanently/)
    const asking = app.requests.filter(({ query }) => query.includes('folder_summary'))
    expect(asking.length).toBeLessThanOrEqual(3)
  })
})
