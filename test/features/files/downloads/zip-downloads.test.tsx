import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { recordSavedArchives } from './saved-archives.ts'
import { atWork, contents, download, isArchive, seedTrip, trip } from './zip-fixtures.tsx'

const saved = recordSavedArchives()

describe('F2 downloading where the service packs no archives', () => {
  it('a folder comes as one ZIP with its folders, the empty ones too', async () => {
    const app = await atWork()
    await download(app, 'Trip')
    expect(await screen.findByText(/Trip.*\.zip.* saved with 4 files/)).toBeVisible()
    expect(saved.addresses).toHaveLength(1)
    expect(await saved.last()).toEqual(trip)
  })

  it('several items come in one ZIP, named after their folder', async () => {
    const app = await atWork()
    await download(app, 'Trip', 'plan.txt')
    expect(await screen.findByText(/Work\.zip.* saved with 5 files/)).toBeVisible()
    expect(await saved.last()).toEqual({ ...trip, 'plan.txt': 'plan' })
  })

  it('the service is asked once', async () => {
    const app = await atWork()
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    await app.user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved.count()).toBe(2))
    expect(app.sent.filter(isArchive)).toHaveLength(1)
  })

  it('a file that cannot be had is named in the message and in the ZIP, which does not look whole', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.always(({ path, body }) => path === '/file/url' && body.includes('b.txt'), {
          kind: 'json',
          body: { code: ErrorCode.contentNotFound, msg: 'gone' },
        }),
    })
    await download(app, 'Trip')
    const message = await screen.findByText(/is not complete: 1 item is missing/)
    const toast = message.closest('[role=alert]')
    expect(toast).toHaveTextContent(
      'Trip/Day 2/Evening/b.txt: The content of this file could not be found.',
    )
    const { 'Missing files.txt': note, ...rest } = await saved.last()
    expect(note).toContain('Trip/Day 2/Evening/b.txt: The content of this file could not be found.')
    const { 'Trip/Day 2/Evening/b.txt': _, ...others } = trip
    expect(rest).toEqual(others)
  })

  it('nothing is saved when nothing can be had', async () => {
    const app = await atWork({
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Work', 'Trip', 'a.txt'], contents('one'))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      faults: (faults) =>
        faults.always('POST /file/url', {
          kind: 'json',
          body: { code: ErrorCode.contentNotFound, msg: 'gone' },
        }),
    })
    await download(app, 'Trip', 'plan.txt')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '2 items were not downloaded.The content of this file could not be found.',
    )
    expect(saved.addresses).toEqual([])
  })

  it('it waits while the service cannot be reached, and goes on', async () => {
    const app = await atWork({
      faults: (faults) => {
        for (let times = 0; times < 6; times++) {
          faults.next(({ path }) => path.startsWith('/file/content/'), { kind: 'drop' })
        }
      },
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(await saved.last()).toEqual(trip)
  })

  it('Stop ends it in the middle, and nothing is saved', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.always(({ path }) => path.startsWith('/file/content/'), { kind: 'stall' }),
    })
    await download(app, 'Trip')
    expect(await screen.findByText(/0 of 4 files/)).toBeVisible()
    await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/Trip.* was not downloaded/)).toBeVisible()
    expect(screen.queryByRole('progressbar', { name: /Downloading/ })).toBeNull()
    expect(saved.addresses).toEqual([])
  })

  it('what is too large for memory is said, and can come one by one', async () => {
    const uri = 'svc://my/Work/Trip/film.mov'
    const film = { id: 'film', type: 0, name: 'film.mov', path: uri, size: 700 * 1024 ** 2 }
    const app = await atWork({
      seed: (backend) => {
        seedTrip(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'Trip', 'film.mov'], contents('short'))
      },
      faults: (faults) =>
        faults.always(
          ({ path, query }) => path === '/file' && !!query.get('uri')?.endsWith('Trip'),
          {
            kind: 'json',
            body: { code: 0, data: { files: [film], pagination: {} } },
          },
        ),
    })
    await download(app, 'Trip')
    const question = await screen.findByRole('dialog', { name: /Download .*Trip\.zip/ })
    expect(question).toHaveTextContent('1 file, 700 MB.This browser can make archives of up to 512')
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(within(question).queryByRole('button', { name: 'Download' })).toBeNull()
    await app.user.click(within(question).getByRole('button', { name: 'Download one by one' }))
    await waitFor(() => expect(saved.addresses).toHaveLength(1))
    expect(await (await fetch(saved.addresses[0] ?? '')).text()).toBe('short')
    expect(saved.count()).toBe(0)
  })

  it('somebody whose account says that it gets none is not refused first', async () => {
    const me = { id: '', nickname: 'Mei', group: { id: 'u', name: 'User', permission: 'hAg=' } }
    const app = await atWork({
      seed: (backend) => {
        seedTrip(backend)
        me.id = backend.mei
      },
      faults: (faults) =>
        faults.always('GET /user/me', { kind: 'json', body: { code: 0, data: me } }),
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(app.sent.filter(isArchive)).toEqual([])
  })

  it('names that are unsafe or equal when case does not count are told apart', async () => {
    const file = (id: string, name: string) => ({
      id,
      type: 0,
      name,
      size: 0,
      path: `svc://my/${id}`,
    })
    const files = [file('1', 'A.txt'), file('2', 'a.TXT'), file('3', 'x\u0000:y'), file('4', '..')]
    const app = await atWork({
      faults: (faults) => {
        faults.always(
          ({ path, query }) => path === '/file' && !!query.get('uri')?.endsWith('Trip'),
          {
            kind: 'json',
            body: { code: 0, data: { files: [...files, files[0]], pagination: {} } },
          },
        )
        // A service that has no content for empty files.
        faults.always('POST /file/url', {
          kind: 'json',
          body: { code: ErrorCode.contentNotFound, msg: 'empty' },
        })
      },
    })
    await download(app, 'Trip')
    await waitFor(() => expect(saved.count()).toBe(1))
    expect(Object.keys(await saved.last())).toEqual([
      'Trip/',
      'Trip/A.txt',
      'Trip/a (2).TXT',
      'Trip/x__y',
      'Trip/_',
    ])
  })

  it('contents on an origin that this page may not ask are said plainly, and nothing is saved', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.always('POST /file/url', {
          kind: 'json',
          body: { code: 0, data: { urls: [{ url: 'https://files.example.org/x' }] } },
        }),
    })
    await download(app, 'Trip')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'It is stored at https://files.example.org, which this page may not ask.',
    )
    expect(saved.addresses).toEqual([])
  })

  it('a folder of empty files comes although their storage may not be asked', async () => {
    const app = await atWork({
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Work', 'Trip', 'nothing'], contents(''))
        seed.addFile(mei, ['Work', 'plan.txt'], contents('plan'))
      },
      faults: (faults) =>
        faults.always('POST /file/url', {
          kind: 'json',
          body: { code: 0, data: { urls: [{ url: 'https://files.example.org/x' }] } },
        }),
    })
    await download(app, 'Trip')
    expect(await screen.findByText(/Trip.*\.zip.* saved/)).toBeVisible()
    expect(await saved.last()).toEqual({ 'Trip/': '', 'Trip/nothing': '' })
  })
})
