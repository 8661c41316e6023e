import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../../dom/harness.tsx'
import { chooseRule, decide } from '../../dom/name-clashes.ts'
import { held } from '../../dom/network.ts'
import { callService, filesAt } from '../../processes/service-api.ts'
import {
  atWork,
  choose,
  ends,
  file,
  isContent,
  isPart,
  listed,
  lockCount,
  namesInWork,
  row,
  seedWork,
  sent,
  uploadCount,
} from './fixtures.tsx'

const text = (words: string) => new TextEncoder().encode(words)
const noQuestion = () => {
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
}

/** An upload of Mei's from another browser, of which nothing has arrived. */
async function begin({ service, mei }: Backend, name: string): Promise<void> {
  const body = { uri: `svc://my/Work/${name}`, size: 5_000_000 }
  await callService(service, 'PUT', '/file/upload', { as: mei, body })
}

describe('F12 a place that an unfinished upload holds', () => {
  it.each(['own, from another browser', 'one whose lock is gone', 'one that has expired'])(
    'is taken without a question: %s',
    async (whose) => {
      const app = await atWork({
        seed: async (backend) => {
          seedWork(backend)
          await begin(backend, 'film.mov')
          const { seed } = backend.service
          if (whose.includes('lock')) seed.removeLocks(seed.lockTokens())
        },
      })
      await row('film.mov')
      if (whose.includes('expired')) app.clock.advance(25 * 3_600_000)
      choose([file('film.mov', 'the film')])
      await ends('1 file uploaded')
      noQuestion()
      expect(await isContent(app, 'film.mov', text('the film'))).toBe(true)
      expect(await namesInWork(app)).toEqual(['Photos', 'film.mov', 'letter.txt'])
      expect(lockCount(app)).toBe(0)
      expect(uploadCount(app)).toBe(0)
    },
  )

  it('is one of no session that the service knows: it is taken, too', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'film.mov'], {
          size: 0,
          metadata: { 'sys:upload_session_id': 'lost' },
        })
      },
    })
    choose([file('film.mov', 'the film')])
    await ends('1 file uploaded')
    noQuestion()
    expect(await isContent(app, 'film.mov', text('the film'))).toBe(true)
  })

  it('is somebody else’s: the lock dialog names who it is', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        const { service, mei, lin } = backend
        service.seed.addFile(mei, ['Work', 'film.mov'], {
          size: 0,
          metadata: { 'sys:upload_session_id': 'of-lin' },
        })
        service.seed.addLock({
          owner: mei,
          path: ['Work', 'film.mov'],
          application: { type: 'upload' },
          holder: lin,
        })
      },
    })
    choose([file('film.mov', 'the film')])
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText(/Lin Okafor/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(async () => expect(await listed('film.mov')).toHaveTextContent('is locked'))
    expect(lockCount(app)).toBe(1)
  })

  it('is no file to be skipped: none stays empty, and what is uploaded is whole', async () => {
    const app = await atWork({
      seed: async (backend) => {
        seedWork(backend)
        await begin(backend, 'IMG_0036.jpg')
      },
    })
    await row('IMG_0036.jpg')
    choose([file('letter.txt', 'new'), file('IMG_0036.jpg', 'a picture'), file('other.txt')])
    const dialog = await screen.findByRole('dialog', { name: '1 file is already here' })
    await decide(app.user, dialog, 'Skip')
    await ends('2 files uploaded')
    expect(await isContent(app, 'IMG_0036.jpg', text('a picture'))).toBe(true)
    const empty = (await filesAt(app, 'svc://my/Work')).filter(({ size }) => size === 0)
    expect(empty.map(({ name }) => name)).toEqual(['Photos'])
  })

  it('is that of a file on its way in this tab: it is asked about, and both arrive', async () => {
    const first = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), first.fault) })
    choose([file('photo.jpg', 'one')])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    choose([file('photo.jpg', 'another')])
    const dialog = await screen.findByRole('dialog', { name: '1 file is already here' })
    expect(
      within(dialog).getByRole('columnheader', { name: 'Is being uploaded now' }),
    ).toBeVisible()
    await chooseRule(app.user, dialog, 'Replace')
    expect(within(dialog).getByText('What has been sent of the other file is lost.')).toBeVisible()
    await decide(app.user, dialog, 'Keep both')
    await waitFor(async () => expect(await listed('photo (2).jpg')).toHaveTextContent('Uploaded'))
    first.free()
    await ends('2 files uploaded')
    expect(await isContent(app, 'photo.jpg', text('one'))).toBe(true)
    expect(await isContent(app, 'photo (2).jpg', text('another'))).toBe(true)
  })

  it('has been taken from this upload by another browser: it is asked about, not taken back', async () => {
    const part = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), part.fault) })
    const { service, mei } = app
    choose([file('film.mov', 'one')])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    const uri = 'svc://my/Work/film.mov'
    const [id] = service.seed.uploadSessionIds()
    await callService(service, 'DELETE', '/file/upload', { as: mei, body: { id, uri } })
    await begin(app, 'film.mov')
    const others = service.seed.uploadSessionIds()
    part.free()
    const dialog = await screen.findByRole('dialog', { name: '1 file is already here' })
    expect(
      within(dialog).getByRole('columnheader', { name: 'Is being uploaded now' }),
    ).toBeVisible()
    await decide(app.user, dialog, 'Keep both')
    await ends('1 file uploaded')
    expect(service.seed.uploadSessionIds()).toEqual(others)
    expect(await isContent(app, 'film (2).mov', text('one'))).toBe(true)
  })

  it('is its own, of which it was not told after it had lost another: it is taken', async () => {
    const part = held()
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), part.fault)
        faults.next('PUT /file/upload', { kind: 'delay', ms: 0 })
        faults.next('PUT /file/upload', { kind: 'lost' })
      },
    })
    const { service, mei } = app
    choose([file('film.mov', 'one')])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    const [id] = service.seed.uploadSessionIds()
    const body = { id, uri: 'svc://my/Work/film.mov' }
    await callService(service, 'DELETE', '/file/upload', { as: mei, body })
    part.free()
    await ends('1 file uploaded')
    noQuestion()
    expect(await isContent(app, 'film.mov', text('one'))).toBe(true)
  })

  it('has a name that a file gets with a number: another number is taken', async () => {
    const app = await atWork({
      seed: async (backend) => {
        seedWork(backend)
        await begin(backend, 'letter (2).txt')
      },
    })
    choose([file('letter.txt', 'new')])
    const dialog = await screen.findByRole('dialog', { name: '1 file is already here' })
    await decide(app.user, dialog, 'Keep both')
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter (3).txt', text('new'))).toBe(true)
    expect(uploadCount(app)).toBe(1)
  })

  it('is named in its details, and what they say is so: the same file again ends it', async () => {
    const app = await atWork({
      seed: async (backend) => {
        seedWork(backend)
        await begin(backend, 'film.mov')
      },
    })
    fireEvent.contextMenu(await row('film.mov'))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const details = within(await screen.findByRole('complementary', { name: 'film.mov' }))
    expect(details.getByText(/Upload the same file here again to continue\.$/)).toBeVisible()
    choose([file('film.mov', 'the film')])
    await ends('1 file uploaded')
    noQuestion()
    await waitFor(() => expect(screen.queryByText(/not finished/)).toBeNull())
    expect(await row('film.mov')).not.toHaveTextContent('Unfinished')
  })

  it.each(['list', 'grid'])(
    'the row says how it stands, never that it is left unfinished, in the %s',
    async (layout) => {
      const app = await atWork({
        path: `/files?uri=svc%3A%2F%2Fmy%2FWork&layout=${layout}`,
        faults: (faults) => faults.always(isPart(0), { kind: 'stall' }),
      })
      choose([file('film.mov', 'the film')])
      await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
      await app.user.keyboard('r')
      await waitFor(() =>
        expect(screen.getByRole('row', { name: 'film.mov' })).toHaveTextContent('Uploading'),
      )
      await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.mov/ }))
      await waitFor(() =>
        expect(screen.getByRole('row', { name: 'film.mov' })).toHaveTextContent('Paused'),
      )
    },
  )
})

describe('F2, L11 a place that is locked', () => {
  it('is not called locked when one has cancelled while it was unlocked', async () => {
    const unlocking = held()
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addLock({
          owner: backend.mei,
          path: ['Work'],
          application: { type: 'dav' },
        })
      },
      faults: (faults) => faults.next('DELETE /file/lock', unlocking.fault),
    })
    choose([file('a.txt')])
    const dialog = within(await screen.findByRole('alertdialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    unlocking.free()
    await waitFor(async () =>
      expect(await listed('a.txt')).toHaveTextContent(
        'Cancelled. What you unlocked stays unlocked.',
      ),
    )
    expect(lockCount(app)).toBe(0)
  })
})
