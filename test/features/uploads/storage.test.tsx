import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../dom/name-clashes.ts'
import { contentsAt } from '../../processes/service-api.ts'
import {
  bytesOf,
  choose,
  ends,
  file,
  isContent,
  listed,
  lockCount,
  namesInWork,
  sent,
  uploadCount,
} from './fixtures.tsx'
import {
  atStorage,
  isCompletion,
  isStoragePart,
  part,
  partsSent,
  storageOrigin,
  pauseAtThirdPart,
  size,
} from './storage-fixtures.tsx'

describe('R3 an upload to a storage that the deployment names', () => {
  it('goes there in parts, and the service has the file whole', async () => {
    const app = await atStorage()
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 4])
    expect(sent(app.requests, 'POST', storageOrigin)).toHaveLength(1)
    expect(sent(app.requests, 'GET', '/callback/s3/')).toHaveLength(1)
    expect(sent(app.requests, 'POST', '/file/upload/')).toEqual([])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
    expect(lockCount(app)).toBe(0)
    expect(uploadCount(app)).toBe(0)
    expect(app.store.openUploads).toBe(0)
    expect(await screen.findByRole('row', { name: 'film.bin' })).toBeVisible()
  })

  it('carries an empty file, and a new version of one that is there', async () => {
    const app = await atStorage()
    choose([file('empty.bin', 0)])
    await ends('1 file uploaded')
    expect(await contentsAt(app, 'svc://my/Work/empty.bin')).toHaveLength(0)
    choose([file('letter.txt', part + 1)])
    await decide(app.user, await screen.findByRole('dialog'), 'Replace')
    await ends('2 files uploaded')
    expect(await isContent(app, 'letter.txt', bytesOf(part + 1))).toBe(true)
  })

  it('goes on after a pause with the parts that are missing', async () => {
    const app = await pauseAtThirdPart()
    await app.user.click(await screen.findByRole('button', { name: /^Resume .*film\.bin/ }))
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 3, 4])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('is taken off the storage and the service when it is cancelled', async () => {
    const app = await atStorage({
      faults: (faults) => faults.next(isStoragePart(2), { kind: 'stall' }),
    })
    choose([file('film.bin', size)])
    await waitFor(() => expect(partsSent(app.requests)).toEqual([1, 2]))
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(lockCount(app)).toBe(0))
    await waitFor(() => expect(app.store.openUploads).toBe(0))
    expect(await namesInWork(app)).not.toContain('film.bin')
  })

  it.each([
    ['a part', isStoragePart(2), [1, 2, 2, 3, 4]],
    ['the completion', isCompletion, [1, 2, 3, 4]],
    [
      'the report',
      (request: { path: string }) => request.path.startsWith('/callback/'),
      [1, 2, 3, 4],
    ],
  ])('arrives whole when the answer to %s is lost', async (_what, matcher, parts) => {
    const app = await atStorage({ faults: (faults) => faults.next(matcher, { kind: 'lost' }) })
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual(parts)
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  const busy = '<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>'
  const broken = '<Error><Code>InternalError</Code><Message>Try again</Message></Error>'
  it.each([
    ['is busy at a part', isStoragePart(2), { status: 503, body: busy }],
    [
      'fails to put the parts together, in an answer with status 200',
      isCompletion,
      { status: 200, body: broken },
    ],
  ])('is sent again when the storage %s', async (_what, matcher, answer) => {
    const app = await atStorage({
      faults: (faults) => faults.next(matcher, { kind: 'status', ...answer }),
    })
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })
})

describe('R3 an upload is refused', () => {
  it('when the storage is at another origin than those that are named: nothing is sent there', async () => {
    const app = await atStorage({ named: 'https://*.files.example.org http://files.example.org' })
    choose([file('film.bin', size)])
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent(
        'Its storage is at another address, which this page cannot use.',
      ),
    )
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    expect(app.requests.filter(({ path }) => path.startsWith(storageOrigin))).toEqual([])
    await waitFor(() => expect(lockCount(app)).toBe(0))
    await waitFor(() => expect(app.store.openUploads).toBe(0))
  })

  it('before it begins when the storage is of a kind that is not known here', async () => {
    const app = await atStorage({ storage: { type: 'onedrive' } })
    choose([file('film.bin', size)])
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('stored at another address')
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
  })
})
