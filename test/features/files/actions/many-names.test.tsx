import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { copy, move } from '#src/features/files/transfers.ts'
import { withPlacement } from '#src/jobs/placement/placement-request.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { callService, namesAt } from '../../../processes/service-api.ts'
import { atWork, rowsShown, seedWork, sent, sizesAt } from './fixtures.tsx'

/* Many items that get other names on their way, as the page starts them once it has asked. */

type App = Awaited<ReturnType<typeof renderApp>>

const archive = 'svc://my/Archive'

/** What the service lists for whoever is signed in to the page. */
const rowsAt = async (folder: string) =>
  (await listFiles(folder, { size: 500 })).files.map((file) => toFileRow(file))

/** Starts a move or copy to a folder in which all names are taken, with Keep both. */
function keepBoth(app: App, kind: 'move' | 'copy', items: readonly FileRow[], to: string) {
  return act(() =>
    startMutation(app.client, (kind === 'move' ? move : copy)(), {
      items: items.map((item) => withPlacement(item, { to, onClash: 'keepBoth' })),
    }),
  )
}

describe('F2 many items whose names are taken', () => {
  it('get theirs one by one and are moved in one request, and Undo gives all back', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `page ${at + 10}.txt`)
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of names)
          for (const folder of ['Work', 'Archive'])
            backend.service.seed.addFile(backend.mei, [folder, name], { size: folder.length })
      },
    })
    const before = await sizesAt(app, 'svc://my/Work')
    const pages = (await rowsAt('svc://my/Work')).filter(({ name }) => names.includes(name))
    await keepBoth(app, 'move', pages, archive)
    expect(await screen.findByText(/24 items moved to/)).toBeVisible()
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1)
    expect(sent(app.requests, 'POST', '/file/rename')).toHaveLength(24)
    expect(app.requests.filter(({ path }) => path === '/file/info')).toEqual([])
    expect(await namesAt(app, archive)).toHaveLength(49)
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('Move undone', { ignore: '.sr-only' })
    expect(await sizesAt(app, 'svc://my/Work')).toEqual(before)
    expect(await namesAt(app, archive)).toEqual(['Old', ...names])
  })
})

describe('F2 items that were renamed and cannot be moved', () => {
  it('get their names back but the one of which that is refused, whose line says so', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt']
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of names)
          for (const folder of ['Work', 'Archive'])
            backend.service.seed.addFile(backend.mei, [folder, name], { size: folder.length })
      },
    })
    const items = (await rowsAt('svc://my/Work')).filter(({ name }) => names.includes(name))
    const refusal = { kind: 'json', body: { code: 403, msg: 'no', correlation_id: 'c' } } as const
    app.faults.always('POST /file/move', refusal)
    app.faults.always(
      ({ path, body }) => path === '/file/rename' && JSON.stringify(body).includes('a%20('),
      refusal,
    )
    await keepBoth(app, 'move', items, archive)
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    expect(await screen.findByText(/It may be called “.?a \(2\)\.txt/)).toBeVisible()
    expect(screen.queryByText(/It may be called “.?b/)).toBeNull()
    expect(await namesAt(app, 'svc://my/Work')).toEqual(
      expect.arrayContaining(['a (2).txt', 'b.txt', 'c.txt']),
    )
  })

  it.each(['drop', 'lost'] as const)(
    'get them back when one answer is not there: %s',
    async (kind) => {
      const names = ['letter.txt', 'scan.pdf']
      const app = await atWork({
        seed: (backend) => {
          seedWork(backend)
          for (const name of names)
            backend.service.seed.addFile(backend.mei, ['Archive', name], { size: 1 })
        },
      })
      const items = (await rowsAt('svc://my/Work')).filter(({ name }) => names.includes(name))
      app.faults.always('POST /file/move', { kind: 'json', body: { code: 403, msg: 'no' } })
      app.faults.next(({ path, body }) => path === '/file/rename' && body.includes('"scan.pdf"'), {
        kind,
      })
      app.faults.next(
        ({ path, body }) => path === '/file/rename' && body.includes('"letter.txt"'),
        {
          kind,
        },
      )
      await keepBoth(app, 'move', items, archive)
      await waitFor(async () =>
        expect(await namesAt(app, 'svc://my/Work')).toEqual(expect.arrayContaining(names)),
      )
      await waitFor(() => expect(rowsShown()).toEqual(expect.arrayContaining(names)))
    },
    20_000,
  )
})

describe('F2 Undo of a move with Keep both', () => {
  it('says how many keep their new names, because theirs are taken again', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
      },
    })
    const items = (await rowsAt('svc://my/Work')).filter(({ name }) => name === 'scan.pdf')
    await keepBoth(app, 'move', items, archive)
    await screen.findByText(/scan\.pdf.* moved to/)
    app.service.seed.addFile(app.mei, ['Work', 'scan.pdf'], { size: 2 })
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('Move undone. 1 keeps its new name.', { ignore: '.sr-only' })
    expect(await namesAt(app, 'svc://my/Work')).toEqual(
      expect.arrayContaining(['scan (2).pdf', 'scan.pdf']),
    )
  })

  it('says so, too, when another could not be moved back', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of ['scan.pdf', 'letter.txt'])
          backend.service.seed.addFile(backend.mei, ['Archive', name], { size: 1 })
      },
    })
    const names = ['scan.pdf', 'letter.txt']
    const items = (await rowsAt('svc://my/Work')).filter(({ name }) => names.includes(name))
    await keepBoth(app, 'move', items, archive)
    await screen.findByText(/2 items moved to/)
    app.service.seed.addFile(app.mei, ['Work', 'scan.pdf'], { size: 2 })
    await callService(app.service, 'POST', '/file/move', {
      as: app.mei,
      body: { uris: [`${archive}/letter%20(2).txt`], dst: `${archive}/Old` },
    })
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    const undone = 'The move of 1 of 2 items was undone. 1 keeps its new name'
    await screen.findByText(`${undone}. 1 failed.`, { ignore: '.sr-only' })
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    expect(await screen.findByRole('heading', { name: undone })).toBeVisible()
  })
})

describe('F2 Undo of a move while another job moves the item on', () => {
  it('says that it waits', async () => {
    const app = await atWork()
    const moveLetter = async (from: string, to: string) => {
      const items = (await rowsAt(from)).filter(({ name }) => name === 'letter.txt')
      const placed = items.map((item) => withPlacement(item, { to }))
      return startMutation(app.client, move(), { items: placed })
    }
    await act(() => moveLetter('svc://my/Work', archive))
    const undo = await screen.findByRole('button', { name: /^Undo: / })
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    app.faults.always('POST /file/move', { kind: 'hold', until })
    const other = moveLetter(archive, `${archive}/Old`)
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2))
    await app.user.click(undo)
    expect(await screen.findByText('Waiting for another change')).toBeVisible()
    go()
    await act(() => other)
    await waitFor(() => expect(screen.queryByText('Waiting for another change')).toBeNull())
  })
})

describe('F2 two files of one name that are copied to one folder', () => {
  const seed: NonNullable<Parameters<typeof renderApp>[0]>['seed'] = (backend) => {
    seedWork(backend)
    const { seed: add } = backend.service
    add.addFile(backend.mei, ['Archive', 'letter.txt'], { size: 1 })
    add.addFile(backend.mei, ['Work', 'Drafts', 'letter.txt'], { size: 5 })
  }
  const bothLetters = async () =>
    [...(await rowsAt('svc://my/Work')), ...(await rowsAt('svc://my/Work/Drafts'))].filter(
      ({ name }) => name === 'letter.txt',
    )
  const copied = [
    ['Old', 0],
    ['letter (2).txt', 12],
    ['letter (3).txt', 5],
    ['letter.txt', 1],
  ]

  it('are both there, each with its own contents', async () => {
    const app = await atWork({ seed })
    await keepBoth(app, 'copy', await bothLetters(), archive)
    await waitFor(async () => expect(await sizesAt(app, archive)).toEqual(copied))
  })

  it('T10 are both kept when one of them is in that folder and the other replaces it', async () => {
    const app = await atWork({ seed })
    const [there] = (await rowsAt(archive)).filter(({ name }) => name === 'letter.txt')
    const [other] = await bothLetters()
    const items = [
      there && withPlacement(there, { to: archive, onClash: 'keepBoth' }),
      other && withPlacement(other, { to: archive, onClash: 'replace' }),
    ].filter((item) => item !== undefined)
    await act(() => startMutation(app.client, copy(), { items }))
    expect(await sizesAt(app, archive)).toEqual([
      ['Old', 0],
      ['letter (2).txt', 1],
      ['letter.txt', 12],
    ])
  })

  it('are each found again after a reload, the second first', async () => {
    const app = await atWork({ seed })
    // The first gets no other name before the reload.
    app.faults.always(
      ({ path, body }) => path === '/file/rename' && JSON.stringify(body).includes('(2)'),
      { kind: 'stall' },
    )
    const items = await bothLetters()
    void startMutation(app.client, copy(), {
      items: items.map((item) => withPlacement(item, { to: archive, onClash: 'keepBoth' })),
    })
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/rename')).toHaveLength(2))
    const { user } = await app.reload()
    await user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    await screen.findByText(/2 items copied to/)
    await waitFor(async () => expect(await sizesAt(app, archive)).toEqual(copied))
  })
})
