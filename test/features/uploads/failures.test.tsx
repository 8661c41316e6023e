import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { held } from '../../dom/network.ts'
import { filesAt } from '../../processes/service-api.ts'
import {
  chunk,
  sent,
  seedWork,
  atWork,
  modified,
  bytesOf,
  file,
  choose,
  panel,
  listed,
  ends,
  namesInWork,
  lockCount,
  isContent,
  isPart,
  type Dropped,
  droppedFile,
  droppedFolder,
  dropHere,
} from './fixtures.tsx'

describe('F2 what stops a file on its way', () => {
  it('the disk of the service is full: that is said, Retry goes on, and so do the others', async () => {
    const first = held()
    const app = await atWork({
      faults: (faults) => {
        faults.next((request) => isPart(0)(request), first.fault)
        faults.next(isPart(0), {
          kind: 'json',
          body: { code: ErrorCode.ioFailed, msg: 'I/O operation failed' },
        })
      },
    })
    choose([file('one.txt', 9), file('two.txt', 9), file('three.txt'), file('four.txt')])
    await waitFor(async () =>
      expect(await listed('two.txt')).toHaveTextContent('out of disk space'),
    )
    await waitFor(async () => expect(await listed('three.txt')).toHaveTextContent('Paused'))
    expect(lockCount(app)).toBe(2)
    first.free()
    await waitFor(async () => expect(await listed('one.txt')).toHaveTextContent('Uploaded'))
    expect(await listed('four.txt')).toHaveTextContent('Paused')
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*two\.txt/ }))
    await waitFor(async () => expect(await listed('two.txt')).toHaveTextContent('Uploaded'))
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(2)
    await app.user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
    await ends('4 files uploaded')
    expect(lockCount(app)).toBe(0)
  })

  it('its space is filled by another tab: that is said, and Retry goes on once there is room', async () => {
    const first = held()
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), first.fault) })
    const capacity = (bytes: number) => app.service.seed.setCapacity(app.mei, bytes)
    choose([file('one.txt', 9), file('two.txt', 9), file('three.txt', 9)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    capacity(1)
    first.free()
    for (const name of ['one.txt', 'two.txt']) {
      await waitFor(async () =>
        expect(await listed(name)).toHaveTextContent('There is not enough storage left.'),
      )
    }
    expect(await listed('three.txt')).toHaveTextContent('Paused')
    const others = (await filesAt(app, 'svc://my/Work')).filter(({ name }) => name !== 'letter.txt')
    expect(others.every(({ size }) => size === 0)).toBe(true)
    capacity(1_000_000)
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*one\.txt/ }))
    await waitFor(async () => expect(await listed('one.txt')).toHaveTextContent('Uploaded'))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
    await ends('3 files uploaded')
    expect(await isContent(app, 'one.txt', bytesOf(9))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('the folder of a file cannot be made: its name is taken by a file; what is beside it gets there', async () => {
    const app = await atWork()
    dropHere(
      droppedFolder('letter.txt', [droppedFile(file('in.txt')), droppedFolder('deep')]),
      droppedFolder('Good', [droppedFile(file('out.txt'))]),
      droppedFolder('Empty'),
    )
    await waitFor(async () =>
      expect(await listed('in.txt')).toHaveTextContent('This name is taken.'),
    )
    await ends('1 file uploaded')
    expect(await namesInWork(app, 'Good')).toEqual(['out.txt'])
    await waitFor(async () => expect(await namesInWork(app)).toContain('Empty'))
    expect(screen.getAllByText('This name is taken.')).toHaveLength(1)
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
    const { seed } = app.service
    seed.renameFile(seed.findFile(app.mei, ['Work', 'letter.txt']) ?? '', 'kept.txt')
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*in\.txt/ }))
    await ends('2 files uploaded')
    expect(await namesInWork(app, 'letter.txt')).toContain('in.txt')
  })

  it('a folder may not be made here: its file says so, empty ones are told of once', async () => {
    const asked: string[] = []
    const app = await atWork({
      faults: (faults) =>
        faults.always(({ path, body }) => path === '/file/create' && asked.push(body) > 0, {
          kind: 'json',
          body: { code: ErrorCode.forbidden, msg: 'Permission denied' },
        }),
    })
    dropHere(
      droppedFolder('Trip', [droppedFile(file('in.txt'))]),
      droppedFolder('Empty', [droppedFolder('below')]),
      droppedFolder('Bare'),
    )
    await waitFor(async () =>
      expect(await listed('in.txt')).toHaveTextContent('You don’t have access.'),
    )
    await waitFor(() => expect(asked.some((body) => body.includes('Bare'))).toBe(true))
    await waitFor(() =>
      expect(sent(app.requests, 'POST', '/file/create').every(({ status }) => status > 0)).toBe(
        true,
      ),
    )
    await waitFor(() => expect(app.container).toHaveTextContent('You don’t have access.'))
    const told = screen.getAllByText('You don’t have access.')
    expect(told.filter((each) => !each.closest('li[data-state]'))).toHaveLength(1)
    expect(asked.filter((body) => body.includes('Empty'))).toHaveLength(1)
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
  })

  it('a file that vanishes is said, and its lock goes', async () => {
    const app = await atWork()
    const gone = file('gone.txt')
    gone.slice = () =>
      ({
        arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      }) as unknown as Blob
    choose([gone, file('good.txt')])
    await waitFor(async () =>
      expect(await listed('gone.txt')).toHaveTextContent('cannot read the file'),
    )
    await ends('1 file uploaded')
    await waitFor(() => expect(lockCount(app)).toBe(0))
    expect(await namesInWork(app)).not.toContain('gone.txt')
  })

  it('a file that changes is said, nothing of it is kept', async () => {
    const first = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), first.fault) })
    const changing = file('log.txt', chunk + 5)
    choose([changing])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    Object.defineProperty(changing, 'lastModified', { value: modified + 1 })
    first.free()
    await waitFor(async () => expect(await listed('log.txt')).toHaveTextContent('The file changed'))
    await waitFor(() => expect(lockCount(app)).toBe(0))
    expect(await namesInWork(app)).not.toContain('log.txt')
  })

  it.each([
    ['grows', (): Promise<File> => Promise.resolve(file('log.txt', chunk + 6)), 'The file changed'],
    [
      'vanishes',
      () => Promise.reject<File>(new DOMException('', 'NotFoundError')),
      'cannot read the file',
    ],
  ])(
    'a dropped file that %s on its disk is said, nothing of it is kept',
    async (_how, now, words) => {
      const first = held()
      const app = await atWork({ faults: (faults) => faults.next(isPart(0), first.fault) })
      const chosen = file('log.txt', chunk + 5)
      let looks = 0
      dropHere({
        ...droppedFile(chosen),
        file: (resolve: (given: File) => void, reject: (error: unknown) => void) => {
          if (looks++ === 0) resolve(chosen)
          else now().then(resolve, reject)
        },
      } as Dropped)
      await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
      first.free()
      await waitFor(async () => expect(await listed('log.txt')).toHaveTextContent(words))
      await waitFor(() => expect(lockCount(app)).toBe(0))
      expect(await namesInWork(app)).not.toContain('log.txt')
    },
  )

  it('its time is over at the service: that is said, and it can start again', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk + 5)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.clock.advance(25 * 3600_000)
    second.free()
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('took too long'))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 5))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('its lock is taken away: that is said, and it can start again', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk + 5)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    second.free()
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent('unlocked the file'),
    )
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await app.user.click(within(await panel()).getByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 5))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('its lock is taken away, and the place is locked again: it starts again over what it left', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk + 5)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    app.service.seed.addLock({
      owner: app.mei,
      path: ['Work', 'film.bin'],
      application: { type: 'dav' },
      holder: app.lin,
    })
    second.free()
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent('unlocked the file'),
    )
    await waitFor(() =>
      expect(sent(app.requests, 'DELETE', '/file/upload').map(({ status }) => status)).toEqual([
        200,
      ]),
    )
    await app.user.click(within(await panel()).getByRole('button', { name: 'Start again' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    await ends('1 file uploaded')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 5))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('F5 a place that is locked is unlocked first', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addLock({
          owner: backend.mei,
          path: ['Work'],
          application: { type: 'dav' },
        })
      },
    })
    choose([file('a.txt'), file('b.txt')])
    const dialog = within(await screen.findByRole('alertdialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    await ends('2 files uploaded')
  })

  it('leaving the page is asked about only then', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), { kind: 'stall' }) })
    const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    choose([file('a.txt')])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    expect(leave()).toBe(true)
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*a\.txt/ }))
    await waitFor(() => expect(leave()).toBe(false))
  })

  it('ten thousand at once are listed without drawing them all', async () => {
    await atWork({ faults: (faults) => faults.always('PUT /file/upload', { kind: 'stall' }) })
    const many = Array.from({ length: 10_000 }, (_, at) => file(`n${at}.txt`, 1))
    choose(many)
    await ends('Uploading 10,000 files')
    expect(within(await panel()).getAllByRole('listitem').length).toBeLessThan(60)
  })
})
