import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  choose,
  ends,
  file,
  isContent,
  listed,
  lockCount,
  sent,
  uploadCount,
} from './fixtures.tsx'
import {
  atStorage,
  isCompletion,
  isStoragePart,
  partsSent,
  storageOrigin,
  pauseAtThirdPart,
  size,
} from './storage-fixtures.tsx'

/** Until the row says so; what waits to be sent again is sent at once. */
const fails = (words: string) =>
  waitFor(
    async () => {
      const tryNow = screen.queryByRole('button', { name: 'Retry' })
      if (tryNow) fireEvent.click(tryNow)
      expect(await listed('film.bin')).toHaveTextContent(words)
    },
    { timeout: 15_000 },
  )

describe('R3 an upload to a storage says', () => {
  it('which storage it cannot reach when CORS does not allow it, and goes on later', async () => {
    const app = await atStorage()
    app.store.rules.isOpen = false
    choose([file('film.bin', size)])
    await fails(`Could not reach the storage at ${storageOrigin}.`)
    expect(lockCount(app)).toBe(1)
    app.store.rules.isOpen = true
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*film\.bin/ }))
    await ends('1 file uploaded')
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  }, 40_000)

  it('what the storage has to expose when its ETag cannot be read', async () => {
    const app = await atStorage()
    app.store.rules.exposed = ''
    choose([file('film.bin', size)])
    await fails(`The storage at ${storageOrigin} is not set up for this page`)
    expect(await listed('film.bin')).toHaveTextContent('must expose the header ETag')
    await waitFor(() => expect(lockCount(app)).toBe(0))
    app.store.rules.exposed = 'ETag'
    await app.user.click(await screen.findByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
  })

  it('that it took too long when its URLs have expired, and starts again with new ones', async () => {
    const app = await pauseAtThirdPart()
    app.store.expire()
    await app.user.click(await screen.findByRole('button', { name: /^Resume .*film\.bin/ }))
    await fails('The upload took too long and has to start again.')
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    await app.user.click(await screen.findByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 3, 1, 2, 3, 4])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
    expect(app.store.openUploads).toBe(0)
  })

  const refusal = '<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>'
  it('what the storage answered when it refuses', async () => {
    const app = await atStorage({
      faults: (faults) =>
        faults.next(isStoragePart(2), { kind: 'status', status: 403, body: refusal }),
    })
    choose([file('film.bin', size)])
    await fails(`The storage at ${storageOrigin} refused the file (SignatureDoesNotMatch).`)
    await waitFor(() => expect(lockCount(app)).toBe(0))
  })

  it('that it has to start again when the storage has dropped it', async () => {
    const app = await atStorage({
      faults: (faults) => faults.next(isCompletion, { kind: 'stall' }),
    })
    choose([file('film.bin', size)])
    await waitFor(() => expect(sent(app.requests, 'POST', storageOrigin)).toHaveLength(1))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.bin/ }))
    app.store.abortUploads()
    await app.user.click(await screen.findByRole('button', { name: /^Resume .*film\.bin/ }))
    // The service looks, and finds that the storage has no such file.
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveAttribute('data-state', 'failed'),
    )
    expect(await listed('film.bin')).toHaveTextContent('has not kept all of the file')
    await app.user.click(await screen.findByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })
})

describe('R3 after a reload an upload to a storage', () => {
  it('goes on with the parts that are missing once the file is chosen again', async () => {
    const app = await atStorage({
      faults: (faults) => faults.next(isStoragePart(3), { kind: 'stall' }),
    })
    choose([file('film.bin', size)])
    await waitFor(() => expect(partsSent(app.requests)).toEqual([1, 2, 3]))
    await app.reload()
    const field = await screen.findByLabelText(/^Resume .*film\.bin/, {}, { timeout: 15_000 })
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 3, 4])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('is completed, with nothing sent twice, when only the report was missing', async () => {
    const app = await atStorage({
      faults: (faults) =>
        faults.next(({ path }) => path.startsWith('/callback/'), { kind: 'stall' }),
    })
    choose([file('film.bin', size)])
    await waitFor(() => expect(sent(app.requests, 'GET', '/callback/s3/')).toHaveLength(1))
    await app.reload()
    const field = await screen.findByLabelText(/^Resume .*film\.bin/, {}, { timeout: 15_000 })
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 4])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })
})
