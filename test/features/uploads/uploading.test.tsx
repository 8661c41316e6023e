import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { held } from '../../dom/network.ts'
import { filesAt } from '../../processes/service-api.ts'
import {
  chunk,
  row,
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
  uploadCount,
  isContent,
  isPart,
  type Dropped,
  droppedFile,
  droppedFolder,
  carrying,
  dropHere,
} from './fixtures.tsx'

describe('F2 uploading', () => {
  it('lists each file with how far it is, and puts it into the folder with the same bytes', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk * 2 + 77), file('empty.txt', 0)])
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent(/4\sMB of 8\sMB/))
    expect(await screen.findByRole('progressbar', { name: '1 of 2 uploaded' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    )
    second.free()
    await ends('2 files uploaded')
    expect(await row('film.bin')).toBeVisible()
    expect(await row('empty.txt')).toBeVisible()
    expect(await isContent(app, 'film.bin', bytesOf(chunk * 2 + 77))).toBe(true)
    expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(4)
    expect(lockCount(app)).toBe(0)
    expect(uploadCount(app)).toBe(0)
    const [film] = (await filesAt(app, 'svc://my/Work')).filter(({ name }) => name === 'film.bin')
    expect(Date.parse(film?.updated_at ?? '')).toBe(modified)
  })

  it('begins with the button, by mouse and by keys', async () => {
    const app = await atWork()
    const clicked: string[] = []
    const field = screen.getByLabelText('Upload files…')
    field.addEventListener('click', () => clicked.push('files'))
    const button = screen.getByRole('button', { name: 'Upload' })
    await app.user.click(button)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Upload files…' }))
    expect(clicked).toEqual(['files'])
    button.focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('menuitem', { name: 'Upload files…' })).toHaveFocus(),
    )
    await app.user.keyboard('{Enter}')
    expect(clicked).toEqual(['files', 'files'])
  })

  it('takes a folder that is chosen, with the folders in it', async () => {
    const app = await atWork()
    const inside = (path: string) =>
      Object.assign(file(path.slice(path.lastIndexOf('/') + 1)), { webkitRelativePath: path })
    fireEvent.change(screen.getByLabelText('Upload a folder…'), {
      target: { files: [inside('Trip/plan.txt'), inside('Trip/Day 1/map.txt')] },
    })
    await ends('2 files uploaded')
    expect(await namesInWork(app, 'Trip')).toEqual(['Day 1', 'plan.txt'])
    expect(await namesInWork(app, 'Trip/Day 1')).toEqual(['map.txt'])
  })

  it('sends two files at once and no more', async () => {
    const first = held()
    const app = await atWork({
      faults: (faults) => faults.always('POST /file/upload/*', first.fault),
    })
    choose(Array.from({ length: 6 }, (_, at) => file(`n${at}.txt`)))
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(2)
    first.free()
    await ends('6 files uploaded')
    const [begun, ended] = [[], []] as [number[], number[]]
    for (const [at, { method, path }] of app.requests.entries()) {
      if (path === '/file/upload' && method === 'PUT') begun.push(at)
      if (path.startsWith('/file/upload/')) ended.push(at)
    }
    // Each further upload begins when one of two that run has ended.
    for (const [at, moment] of begun.entries()) {
      expect(ended.filter((other) => other < moment).length).toBeGreaterThanOrEqual(at - 1)
    }
  })

  it('of many files shows those that have arrived, also when no other follows', async () => {
    const others = held()
    let parts = 0
    await atWork({
      faults: (faults) =>
        faults.always(
          ({ method, path }) => method === 'POST' && path.includes('/file/upload/') && ++parts > 2,
          others.fault,
        ),
    })
    choose(Array.from({ length: 22 }, (_, at) => file(`n${at}.txt`)))
    await ends('2 of 22 uploaded')
    expect(await screen.findByRole('row', { name: 'n1.txt' }, { timeout: 10_000 })).toBeVisible()
    others.free()
    await ends('22 files uploaded')
  })

  it('takes what is dropped, folders with all that is in them, parents first', async () => {
    const app = await atWork()
    const deep = Array.from({ length: 40 }, (_, at) => `d${at}`)
    const tree = deep.reduceRight<Dropped[]>(
      (inside, name) => [droppedFolder(name, inside)],
      [droppedFile(file('bottom.txt'))],
    )
    const transfer = carrying(
      droppedFolder('Photos', [droppedFile(file('a.jpg')), droppedFolder('Empty')]),
      ...tree,
    )
    const drag = (kind: 'dragOver' | 'drop') =>
      fireEvent[kind](screen.getByRole('grid'), { dataTransfer: transfer })
    drag('dragOver')
    expect(await screen.findByText('Drop to upload to Work')).toBeInTheDocument()
    expect(transfer.dropEffect).toBe('copy')
    drag('drop')
    await ends('2 files uploaded')
    expect(screen.queryByText('Drop to upload to Work')).toBeNull()
    expect(await namesInWork(app, deep.join('/'))).toEqual(['bottom.txt'])
    await waitFor(async () => expect(await namesInWork(app, 'Photos')).toEqual(['Empty', 'a.jpg']))
    expect(await row('d0')).toBeVisible()
  })

  it('takes what is dropped on a folder of the list into that folder', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFolder(backend.mei, ['Work', 'Inbox'])
      },
    })
    const inbox = await row('Inbox')
    const transfer = carrying(droppedFile(file('in.txt')))
    fireEvent.dragOver(inbox, { dataTransfer: transfer })
    expect(await screen.findByText('Drop to upload to Inbox')).toBeInTheDocument()
    expect(inbox).toHaveAttribute('data-drop')
    fireEvent.dragOver(screen.getByRole('grid'), { dataTransfer: transfer })
    expect(await screen.findByText('Drop to upload to Work')).toBeInTheDocument()
    expect(inbox).not.toHaveAttribute('data-drop')
    fireEvent.dragOver(inbox, { dataTransfer: transfer })
    fireEvent.drop(inbox, { dataTransfer: transfer })
    await ends('1 file uploaded')
    expect(await namesInWork(app, 'Inbox')).toEqual(['in.txt'])
    expect(inbox).not.toHaveAttribute('data-drop')
  })

  it('takes pictures that are pasted, each under a name of its own', async () => {
    const app = await atWork()
    fireEvent.paste(document.body, {
      clipboardData: { files: [file('image.png', 3), file('image.png', 4)] },
    })
    await ends('2 files uploaded')
    expect(await namesInWork(app)).toEqual(expect.arrayContaining(['image (2).png', 'image.png']))
  })

  it('does nothing when nothing is pasted, text alone, or anything into a field', async () => {
    const app = await atWork()
    const before = app.requests.length
    const isLeftAlone = (target: Element, clipboardData?: object) =>
      fireEvent.paste(target, clipboardData && { clipboardData })
    expect(isLeftAlone(document.body)).toBe(true)
    expect(isLeftAlone(document.body, { files: [] })).toBe(true)
    expect(
      isLeftAlone(document.body, { files: [], types: ['text/plain'], getData: () => 'x' }),
    ).toBe(true)
    const field = screen.getByRole('searchbox')
    expect(isLeftAlone(field, { files: [file('image.png', 3)] })).toBe(true)
    // An upload that had begun by mistake would be ahead of this one.
    fireEvent.paste(document.body, { clipboardData: { files: [file('late.png', 3)] } })
    await ends('1 file uploaded')
    const begun = sent(app.requests.slice(before), 'PUT', '/file/upload')
    expect(begun).toHaveLength(1)
    expect(await namesInWork(app)).not.toContain('image.png')
  })

  it('all of them are paused and resumed with one button, and what is done leaves the list', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), { kind: 'stall' }) })
    choose([file('a:b.txt'), file('one.txt'), file('two.bin', chunk + 1), file('three.txt')])
    await waitFor(() =>
      expect(sent(app.requests, 'POST', '/file/upload/').length).toBeGreaterThan(0),
    )
    await app.user.click(within(await panel()).getByRole('button', { name: 'Pause all' }))
    await ends(/\d files? paused/)
    await app.user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
    await ends('3 files uploaded')
    await app.user.click(within(await panel()).getByRole('button', { name: 'Clear list' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    expect(await namesInWork(app)).toEqual(
      expect.arrayContaining(['one.txt', 'three.txt', 'two.bin']),
    )
  })
})

describe('F2 what cannot work is said before anything is sent', () => {
  it('a name that cannot exist here', async () => {
    const app = await atWork()
    choose([file('a:b.txt'), file('good.txt')])
    expect(await listed('a:b.txt')).toHaveTextContent('A name cannot contain')
    await ends('1 file uploaded')
    expect(await namesInWork(app)).not.toContain('a:b.txt')
    expect(within(await listed('a:b.txt')).queryByRole('button', { name: /Retry/ })).toBeNull()
  })

  it('a folder whose name cannot exist here, empty or not, and the others are made', async () => {
    const app = await atWork()
    dropHere(
      droppedFolder('a:b', [droppedFolder('deep')]),
      droppedFolder('c?d', [droppedFile(file('in.txt'))]),
    )
    expect(await listed('in.txt')).toHaveTextContent('A name cannot contain')
    expect(await screen.findByText('This name is not allowed.')).toBeInTheDocument()
    expect(sent(app.requests, 'POST', '/file/create')).toEqual([])
  })

  it('that there is not enough room', async () => {
    const { user, requests } = await atWork({
      faults: (faults) =>
        faults.always('GET /user/capacity', {
          kind: 'json',
          body: { code: 0, data: { total: 1000, used: 900 }, msg: '' },
        }),
    })
    choose([file('large.bin', 250)])
    const dialog = await screen.findByRole('alertdialog', { name: 'Not enough space' })
    expect(dialog).toHaveTextContent('This file needs 250 B, and 100 B is free.')
    await user.click(within(dialog).getByRole('button', { name: 'OK' }))
    expect(sent(requests, 'PUT', '/file/upload')).toEqual([])
  })

  it('R3 that the storage is at another address', async () => {
    const { requests } = await atWork({
      faults: (faults) =>
        faults.always('GET /file', {
          kind: 'json',
          body: {
            code: 0,
            data: {
              files: [{ type: 0, id: 'x', name: 'letter.txt', path: 'svc://my/Work/letter.txt' }],
              props: { capability: 'w8edAQ==' },
              storage_policy: { id: 's', name: 'Bucket', type: 's3', max_size: 0 },
            },
            msg: '',
          },
        }),
    })
    choose([file('a.txt')])
    expect(await screen.findByRole('alertdialog', { name: 'Cannot upload here' })).toBeVisible()
    expect(sent(requests, 'PUT', '/file/upload')).toEqual([])
  })

  it('G9 offers nothing to press but Cancel while it is offline', async () => {
    const first = held()
    await atWork({ faults: (faults) => faults.next(isPart(0), first.fault) })
    choose([file('film.bin', chunk * 2), file('next.txt')])
    await listed('film.bin')
    const names = async () =>
      within(await panel())
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent)
        .filter((name) => /Pause|Resume|Retry|again/.test(name))
    expect(await names()).toContain('Pause all')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    act(() => void dispatchEvent(new Event('offline')))
    await waitFor(async () => expect(await names()).toEqual([]))
    expect(within(await panel()).getByRole('button', { name: 'Cancel all…' })).toBeVisible()
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(async () => expect(await names()).toContain('Pause all'))
    first.free()
    await ends('2 files uploaded')
  })
})
