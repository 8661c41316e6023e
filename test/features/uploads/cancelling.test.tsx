import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { controlTimers, findInterruptedWork, passTime } from '../../dom/dom-timers.ts'
import type { Backend } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { callService, namesAt } from '../../processes/service-api.ts'
import {
  atWork,
  bytesOf,
  choose,
  chunk,
  droppedFile,
  droppedFolder,
  dropHere,
  ends,
  file,
  isContent,
  isPart,
  listed,
  lockCount,
  namesInWork,
  panel,
  row,
  seedWork,
  sent,
  uploadCount,
} from './fixtures.tsx'

const closePanel = async () => within(await panel()).getByRole('button', { name: 'Close uploads' })
const noPanel = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())

const seedLocked = (backend: Backend) => {
  seedWork(backend)
  const { service, mei, lin } = backend
  service.seed.addLock({ owner: mei, path: ['Work'], application: { type: 'dav' }, holder: lin })
}
const lockDialog = async () => within(await screen.findByRole('alertdialog'))
const tray = () => screen.queryByRole('region', { name: 'Waiting for locked items' })

describe('F2 an upload that a reload has interrupted', () => {
  beforeEach(controlTimers)

  it('is only hidden when the panel is closed, and goes on when its file is chosen', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    for (const time of ['first', 'second']) {
      await app.reload()
      await findInterruptedWork()
      await screen.findByLabelText(/^Resume .*film\.bin/)
      if (time === 'first') app.faults.always(isPart(1), { kind: 'stall' })
      await app.user.click(await closePanel())
      await noPanel()
      document.dispatchEvent(new Event('visibilitychange'))
      await passTime(500)
      await noPanel()
      expect(lockCount(app)).toBe(1)
    }
    await row('letter.txt')
    choose([file('film.bin', chunk + 1)])
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 1))).toBe(true)
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })
})

describe('F2 an upload that a reload has interrupted and that is cancelled', () => {
  beforeEach(controlTimers)

  it.each([
    ['one', ['film.bin']],
    ['several', ['film.bin', 'other.bin']],
  ])('leaves no row in the list of its folder (%s)', async (_, names) => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
    choose(names.map((name) => file(name, chunk + 1)))
    const isSent = () => expect(uploadCount(app)).toBe(names.length)
    await waitFor(isSent)
    await app.reload()
    await findInterruptedWork()
    await row('film.bin')
    if (names.length === 1)
      await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    else {
      await app.user.click(await screen.findByRole('button', { name: 'Forget' }))
      const asked = within(await screen.findByRole('dialog'))
      await app.user.click(asked.getByRole('button', { name: 'Forget' }))
    }
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    await waitFor(() => expect(screen.queryByRole('row', { name: /\.bin/ })).toBeNull())
  })
})

describe('F2 an upload whose end the service refuses', () => {
  beforeEach(controlTimers)

  it('is offered after a reload, with its session', async () => {
    const stall = (app: Pick<Awaited<ReturnType<typeof atWork>>, 'faults'>) =>
      app.faults.always(isPart(1), { kind: 'stall' })
    const app = await atWork()
    stall(app)
    app.faults.next('DELETE /file/upload', { kind: 'json', body: { code: 50001, msg: 'failed' } })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await noPanel()
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file/upload')).toHaveLength(1))
    expect(uploadCount(app)).toBe(1)
    await app.reload()
    await findInterruptedWork()
    await screen.findByLabelText(/^Resume .*film\.bin/)
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
  })
})

describe('F2 an upload that is cancelled and whose session is gone', () => {
  beforeEach(controlTimers)

  it.each([
    ['session', ErrorCode.uploadSessionGone],
    ['placeholder', ErrorCode.pathNotFound],
    ['placeholder behind another file', ErrorCode.notFound],
  ])('is not offered again (no %s)', async (_, code) => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(1), { kind: 'stall' }) })
    app.faults.next('DELETE /file/upload', { kind: 'json', body: { code, msg: 'gone' } })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await noPanel()
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file/upload')).toHaveLength(1))
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
  })
})

describe('F2 an upload whose folder was deleted', () => {
  beforeEach(controlTimers)

  it('goes on after a reload in the folder that was chosen instead', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFolder(backend.mei, ['Other'])
      },
      faults: (faults) => faults.always(isPart(1), { kind: 'stall' }),
    })
    const body = { uris: ['svc://my/Work'] }
    await callService(app.service, 'DELETE', '/file', { as: app.mei, body })
    choose([file('film.bin', chunk + 1)])
    const gone = within(await screen.findByRole('alertdialog', { name: /Work.* is no longer/ }))
    await app.user.click(gone.getByRole('button', { name: 'Choose a folder…' }))
    const picker = within(await screen.findByRole('dialog', { name: 'Choose another folder' }))
    await app.user.click(await picker.findByRole('option', { name: 'Other' }))
    await app.user.click(await picker.findByRole('button', { name: 'Continue in Other' }))
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.reload()
    await findInterruptedWork()
    const field = await screen.findByLabelText(/^Resume .*film\.bin/)
    fireEvent.change(field, { target: { files: [file('film.bin', chunk + 1)] } })
    await ends('1 file uploaded')
    expect(await namesAt(app, 'svc://my/Other')).toEqual(['film.bin'])
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })
})

describe('F2 an upload that has failed', () => {
  it('because its file could not be read goes on with the one that is chosen instead', async () => {
    await atWork()
    const gone = file('gone.txt', 'words')
    gone.slice = () =>
      ({
        arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      }) as unknown as Blob
    choose([gone])
    await waitFor(async () =>
      expect(await listed('gone.txt')).toHaveTextContent('cannot read the file'),
    )
    choose([file('gone.txt', 'words')])
    await ends('1 file uploaded')
  })
})

describe('F5 an upload that waits for a lock', () => {
  it('waits no longer once it is cancelled', async () => {
    const app = await atWork({ seed: seedLocked })
    choose([file('a.txt')])
    await app.user.click((await lockDialog()).getByRole('button', { name: 'Wait' }))
    expect(tray()).toBeVisible()
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*a\.txt/ }))
    await waitFor(() => expect(tray()).toBeNull())
    await noPanel()
  })

  it('is not said to be uploaded when it begins', async () => {
    const app = await atWork({
      seed: seedLocked,
      faults: (faults) => faults.always(isPart(0), { kind: 'stall' }),
    })
    choose([file('a.txt')])
    await app.user.click((await lockDialog()).getByRole('button', { name: 'Wait' }))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    const waiting = tray() as HTMLElement
    await app.user.click(within(waiting).getByRole('button', { name: /Retry|Try/ }))
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    expect(screen.queryByText(/free again/)).toBeNull()
  })

  it('is said to be done when it is a folder without files', async () => {
    const app = await atWork({ seed: seedLocked })
    dropHere(droppedFolder('Trip'))
    await app.user.click((await lockDialog()).getByRole('button', { name: 'Wait' }))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    const waiting = tray() as HTMLElement
    await app.user.click(within(waiting).getByRole('button', { name: /Retry|Try/ }))
    expect(await screen.findByText(/free again: .*Trip.* was created/)).toBeVisible()
  })

  it('asks once for all of its folder, also when the answer is Cancel', async () => {
    const app = await atWork({ seed: seedLocked })
    choose([file('a.txt'), file('b.txt')])
    await app.user.click((await lockDialog()).getByRole('button', { name: 'Cancel' }))
    for (const name of ['a.txt', 'b.txt'])
      await waitFor(async () => expect(await listed(name)).toHaveTextContent(/is locked|Paused/))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('F2 uploads that are cancelled', () => {
  it('make no further folders', async () => {
    const first = held()
    const app = await atWork({
      faults: (faults) => {
        faults.always(isPart(0), { kind: 'stall' })
        faults.next(
          ({ path, body }) => path === '/file/create' && body.includes('One'),
          first.fault,
        )
      },
    })
    dropHere(droppedFile(file('a.txt')), droppedFolder('One'), droppedFolder('Two'))
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/create')).toHaveLength(1))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Cancel all…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    await noPanel()
    first.free()
    await row('One')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await namesInWork(app)).not.toContain('Two')
  })

  it('leave no row in the list of their folder', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    screen.getByRole('grid').focus()
    await app.user.keyboard('r')
    await row('film.bin')
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'film.bin' })).toBeNull())
  })
})
