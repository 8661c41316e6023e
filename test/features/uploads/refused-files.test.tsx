import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { held } from '../../dom/network.ts'
import {
  atWork,
  choose,
  type Dropped,
  droppedFile,
  droppedFolder,
  dropHere,
  ends,
  file,
  listed,
  namesInWork,
  panel,
  seedWork,
  sent,
} from './fixtures.tsx'

describe('F2 files with names that cannot exist here are listed', () => {
  it('when there is no room at all', async () => {
    await atWork({
      faults: (faults) =>
        faults.always('GET /user/capacity', {
          kind: 'json',
          body: { code: 0, data: { total: 1000, used: 1200 }, msg: '' },
        }),
    })
    choose([file('a:b.txt')])
    expect(await listed('a:b.txt')).toHaveTextContent('A name cannot contain')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    choose([file('c:d.txt'), file('large.bin', 250)])
    expect(await screen.findByRole('alertdialog', { name: 'Not enough space' })).toHaveTextContent(
      'This file needs 250 B',
    )
    expect(await listed('c:d.txt')).toHaveTextContent('A name cannot contain')
  })

  it('when the question about the others is cancelled', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'new'), file('a:b.txt')])
    await app.user.click(
      within(await screen.findByRole('dialog', { name: /already here/ })).getByRole('button', {
        name: 'Cancel',
      }),
    )
    expect(await listed('a:b.txt')).toHaveTextContent('A name cannot contain')
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
  })
})

it('F2 too many uploads are unfinished: that is said, the others wait, and Retry goes on', async () => {
  const { user } = await atWork({
    faults: (faults) =>
      faults.next(({ method, path }) => method === 'PUT' && path.includes('/file/upload'), {
        kind: 'json',
        body: { code: ErrorCode.batchTooLarge, msg: 'Too many uploads at once' },
      }),
  })
  choose([file('one.txt', 9), file('two.txt', 9), file('three.txt', 9), file('four.txt', 9)])
  await waitFor(async () =>
    expect(await listed('one.txt')).toHaveTextContent('Too many items at once.'),
  )
  expect(await listed('four.txt')).toHaveTextContent('Paused')
  await user.click(await screen.findByRole('button', { name: /^Retry .*one\.txt/ }))
  await waitFor(async () => expect(await listed('one.txt')).toHaveTextContent('Uploaded'))
  await user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
  await ends('4 files uploaded')
})

it('F2 that files are being read is said until it is known which names are taken', async () => {
  const listing = held()
  await atWork({
    seed: (backend) => {
      seedWork(backend)
      backend.service.seed.addFile(backend.mei, ['Work', 'Trip', 'a.txt'])
    },
    faults: (faults) =>
      faults.next(
        ({ path, query }) => path === '/file' && query.get('uri')?.includes('Trip') === true,
        listing.fault,
      ),
  })
  dropHere(droppedFolder('Trip', [droppedFile(file('b.txt'))]))
  expect(await screen.findByText('Reading: 1 file so far')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getByText('Reading: 1 file so far')).toBeVisible()
  listing.free()
  expect(await listed('b.txt')).toBeVisible()
})

describe('F2 what the browser cannot read of a drop is listed', () => {
  const fail = (_resolve: unknown, reject: (error: Error) => void) =>
    reject(new DOMException('', 'NotReadableError'))
  const unreadableFile = (name: string): Dropped =>
    Object.assign(droppedFile(file(name)), { file: fail })

  it('a file in a folder, and the folder that ends before it is read', async () => {
    const app = await atWork()
    let calls = 0
    const album = Object.assign(droppedFolder('Album'), {
      createReader: () => ({
        readEntries: (resolve: (entries: Dropped[]) => void, reject: (error: Error) => void) =>
          calls++ === 0
            ? resolve([droppedFile(file('fine.jpg')), unreadableFile('locked.jpg')])
            : fail(resolve, reject),
      }),
    })
    dropHere(album)
    expect(await listed('locked.jpg')).toHaveTextContent('cannot read the file')
    expect(await listed('Album')).toHaveTextContent('could not read all of this folder')
    await waitFor(async () => expect(await namesInWork(app, 'Album')).toEqual(['fine.jpg']))
    await waitFor(async () => expect(await listed('fine.jpg')).toHaveTextContent('Uploaded'))
  })

  it('when there is nothing else in it', async () => {
    await atWork()
    dropHere(unreadableFile('locked.jpg'))
    expect(await listed('locked.jpg')).toHaveTextContent('cannot read the file')
  })
})
