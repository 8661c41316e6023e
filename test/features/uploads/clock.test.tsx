import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createUploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import { checkUploadTarget } from '#src/features/uploads/targets/upload-target.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { domState } from '../../dom/dom-state.ts'
import { bytesOf, choose, ends, file, isContent, listed, sent } from './fixtures.tsx'
import {
  atStorage,
  isStoragePart,
  partsSent,
  pauseAtThirdPart,
  size,
  storageOrigin,
} from './storage-fixtures.tsx'

const hour = 3_600_000

/** How far the clock of the service is ahead of the browser's. An upload may take a day. */
const clocks = [
  ['right', 0],
  ['a day behind', 25 * hour],
  ['a day ahead', -25 * hour],
] as const

const refusalOf = (code: string) => ({
  kind: 'status' as const,
  status: 403,
  body: `<Error><Code>${code}</Code><Message>No.</Message></Error>`,
})
const says = (words: string | RegExp) =>
  waitFor(async () => expect(await listed('film.bin')).toHaveTextContent(words), { timeout: 5_000 })

describe.each(clocks)('R3 with a clock of the browser that is %s', (_, clockOffsetMs) => {
  it('a file is uploaded to a storage, each part once', async () => {
    const app = await atStorage({ clockOffsetMs })
    choose([file('film.bin', size)])
    await ends('1 file uploaded')
    expect(partsSent(app.requests)).toEqual([1, 2, 3, 4])
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('a refusal of the storage is no upload that took too long', async () => {
    await atStorage({
      clockOffsetMs,
      faults: (faults) => faults.next(isStoragePart(2), refusalOf('SignatureDoesNotMatch')),
    })
    choose([file('film.bin', size)])
    await says(`The storage at ${storageOrigin} refused the file (SignatureDoesNotMatch).`)
  })

  it('an upload that took too long is said to have, whatever the storage calls that', async () => {
    const app = await pauseAtThirdPart({ clockOffsetMs })
    app.clock.advance(25 * hour)
    await app.user.keyboard('r')
    await waitFor(() => expect(serviceNow()).toBeGreaterThan(app.clock.now() - 5_000))
    app.faults.next(isStoragePart(3), refusalOf('InvalidRequest'))
    await app.user.click(await screen.findByRole('button', { name: /^Resume .*film\.bin/ }))
    await says('The upload took too long and has to start again.')
    await app.user.click(await screen.findByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
  })
})

it('F2 a folder is looked at again after some seconds, also when the clock was set back', async () => {
  const data = { id: 'work', name: 'Work', path: 'svc://my/Work', type: 1 }
  const answer = vi.fn(() => Promise.resolve(Response.json({ code: 0, msg: '', data })))
  const { fetch } = globalThis
  globalThis.fetch = answer
  domState.cleanups.push(() => {
    globalThis.fetch = fetch
    vi.restoreAllMocks()
  })
  const now = Date.now()
  const date = vi.spyOn(Date, 'now').mockReturnValue(now)
  const timer = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const target = { uri: data.path, id: data.id }
  const group = createUploadGroup({} as FileListAccess, target, 2)
  expect(await checkUploadTarget(group)).toBe(true)
  expect(await checkUploadTarget(group)).toBe(true)
  expect(answer).toHaveBeenCalledTimes(1)
  date.mockReturnValue(now - hour)
  timer.mockReturnValue(11_000)
  expect(await checkUploadTarget(group)).toBe(true)
  expect(answer).toHaveBeenCalledTimes(2)
})
