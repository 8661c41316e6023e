import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  readUnfinishedJournals,
  appendJournalStep,
  createJournal,
} from '#src/platform/operation-journal.ts'
import { controlTimers, findInterruptedWork } from '../../dom/dom-timers.ts'
import { type Backend, renderApp } from '../../dom/harness.tsx'
import { filesAt } from '../../processes/service-api.ts'
import {
  chunk,
  sent,
  seedWork,
  atWork,
  modified,
  bytesOf,
  file,
  listed,
  ends,
  lockCount,
  isContent,
  isPart,
  choose,
  uploadCount,
  panel,
  row,
} from './fixtures.tsx'

const hour = 3_600_000

describe('F2 after a reload', () => {
  beforeEach(controlTimers)

  const size = chunk + 5

  /** An upload whose first part is there, and what the browser kept of it. */
  const seedUnfinished = (backend: Backend) => seedUpload(backend, 1)

  /** An upload of whose parts `parts` are there, while the browser knows of the first only. */
  async function seedUpload(backend: Backend, parts: number, ageMs = 0): Promise<void> {
    seedWork(backend)
    const { service, mei } = backend
    const headers = { authorization: `Bearer ${(await service.seed.mintToken(mei)).access_token}` }
    const ask = (method: string, path: string, body: string | Uint8Array<ArrayBuffer>) =>
      service.fetch(
        new Request(`http://localhost/api/v4${path}`, {
          method,
          body,
          headers:
            typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers,
        }),
        { address: '127.0.0.1' },
      )
    const uri = 'svc://my/Work/film.bin'
    const answer = await ask(
      'PUT',
      '/file/upload',
      JSON.stringify({ uri, size, last_modified: modified }),
    )
    const { data } = (await answer.json()) as { data: { session_id: string; expires: number } }
    for (let part = 0; part < parts; part++) {
      const bytes = bytesOf(size).slice(part * chunk, (part + 1) * chunk)
      await ask('POST', `/file/upload/${data.session_id}/${part}`, bytes)
    }
    const upload = {
      name: 'film.bin',
      folder: 'svc://my/Work',
      uri,
      size,
      modified,
      mime: '',
      session: data.session_id,
      chunk,
      expires: data.expires * 1000 - ageMs,
      isVersion: false,
    }
    await createJournal(mei, data.session_id, { upload }, [])
    await appendJournalStep(data.session_id, 0)
  }
  async function offered(): Promise<HTMLElement> {
    await findInterruptedWork()
    return screen.findByLabelText(/^Resume .*film\.bin/)
  }

  it('the same file goes on where it was, another one is refused', async () => {
    const app = await atWork({ seed: seedUnfinished })
    const field = await offered()
    expect(await listed('film.bin')).toHaveTextContent('Choose the file again to continue')
    fireEvent.change(field, { target: { files: [file('film.bin', 7)] } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Not the same file')
    expect(sent(app.requests, 'POST', '/file/upload/')).toEqual([])
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(sent(app.requests, 'POST', '/file/upload/').map(({ path }) => path.slice(-2))).toEqual([
      '/1',
    ])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it.each([
    ['a day ahead', -25 * hour],
    ['a day behind', 25 * hour],
  ])('it is offered until it expires, with a clock that is %s', async (_, clockOffsetMs) => {
    const app = await atWork({ seed: seedUnfinished, clockOffsetMs })
    fireEvent.change(await offered(), { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('it is not forgotten while nobody says what the time is', async () => {
    await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
      seed: seedUnfinished,
      clockOffsetMs: -25 * hour,
      faults: (faults) => faults.always(() => true, { kind: 'drop' }),
    })
    expect(await offered()).toBeInTheDocument()
  })

  it.each([
    ['right', 0],
    ['a day behind', 25 * hour],
  ])('it is forgotten once it has expired, with a clock that is %s', async (_, clockOffsetMs) => {
    const seed = (backend: Backend) => seedUpload(backend, 1, 24 * hour)
    const app = await atWork({ seed, clockOffsetMs })
    await findInterruptedWork()
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
    expect(screen.queryByLabelText(/^Resume .*film\.bin/)).toBeNull()
  })

  it('one whose last part had arrived before is found to be complete', async () => {
    const app = await atWork({ seed: (backend) => seedUpload(backend, 2) })
    const field = await offered()
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('G7 the focus stays in its row once its file is chosen by keys', async () => {
    const app = await atWork({
      seed: seedUnfinished,
      faults: (faults) => faults.always(isPart(1), { kind: 'stall' }),
    })
    const field = await offered()
    screen.getByRole('button', { name: 'Choose file…' }).focus()
    await app.user.keyboard('{Enter}')
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    expect(await screen.findByRole('button', { name: /^Pause .*film\.bin/ })).toHaveFocus()
  })

  it('F12 without a network there is nothing to choose', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    await atWork({ seed: seedUnfinished })
    await offered()
    expect(screen.queryByRole('button', { name: 'Choose file…' })).toBeNull()
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    expect(await screen.findByRole('button', { name: 'Choose file…' })).toBeVisible()
  })

  it('the same file is uploaded again: it goes on where it was, without a question', async () => {
    const app = await atWork({ seed: seedUnfinished })
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
    expect(sent(app.requests, 'POST', '/file/upload/').map(({ path }) => path.slice(-2))).toEqual([
      '/1',
    ])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
    expect(within(await panel()).getAllByText('film.bin')).toHaveLength(1)
  })

  it.each([
    ['size', file('film.bin', 7), 'Replaces an unfinished upload of 4 MB; this file has 7 B'],
    [
      'date',
      new File([bytesOf(size)], 'film.bin', { lastModified: modified + 86_400_000 }),
      'Replaces an unfinished upload of this file from another date',
    ],
  ])(
    'another file of its name takes its place without a question: its %s differs, which is said',
    async (_what, other, words) => {
      const app = await atWork({ seed: seedUnfinished })
      await row('film.bin')
      choose([other])
      await ends('1 file uploaded')
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(await listed('film.bin')).toHaveTextContent(words)
      const found = (await filesAt(app, 'svc://my/Work')).filter(({ name }) => name === 'film.bin')
      expect(found).toMatchObject([{ size: other.size }])
      expect(lockCount(app)).toBe(0)
      expect(uploadCount(app)).toBe(0)
      expect(within(await panel()).getAllByText('film.bin')).toHaveLength(1)
      await waitFor(() => expect(screen.getAllByRole('row', { name: 'film.bin' })).toHaveLength(1))
    },
  )

  it('the same file is uploaded again while it is paused here: it goes on, once', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', size)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.bin/ }))
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('Paused'))
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('it can be cancelled, and its lock goes', async () => {
    const app = await atWork({ seed: seedUnfinished })
    await offered()
    expect(lockCount(app)).toBe(1)
    await app.user.click(screen.getByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(lockCount(app)).toBe(0))
  })
})
