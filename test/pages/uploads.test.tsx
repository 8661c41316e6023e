import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Code } from '#src/contract/codes.ts'
import { addStep, beginLog } from '#src/lib/keep.ts'
import { type Fault, type LoggedRequest, renderApp, type Sent, type World } from '../harness.tsx'

const chunk = 4 * 1024 * 1024
const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'
const row = (name: string | RegExp) => screen.findByRole('row', { name })
const sent = (requests: readonly LoggedRequest[], method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path.startsWith(path))

function layWork({ service, mei }: World): void {
  service.lay.addFile(mei, ['Work', 'letter.txt'], { contents: new TextEncoder().encode('old') })
  service.lay.addFolder(mei, ['Work', 'Photos'])
}

async function atWork(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, world: layWork, ...options })
  await row('letter.txt')
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  return app
}
type App = Awaited<ReturnType<typeof atWork>>

const modified = Date.UTC(2026, 3, 5, 6, 7, 8)
/** Bytes that differ from part to part. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1024) bytes.fill((at >> 10) % 251, at, at + 1024)
  return bytes
}
const file = (name: string, size: number | string = 5) =>
  new File([typeof size === 'string' ? size : bytesOf(size)], name, { lastModified: modified })

const choose = (files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText('Upload files'), { target: { files } })
const panel = () => screen.findByRole('region', { name: 'Uploads' })
const listed = (name: RegExp | string) =>
  waitFor(() => {
    const rows = within(screen.getByRole('region', { name: 'Uploads' }))
    const found = rows.getAllByRole('listitem').find((item) => within(item).queryByTitle(name))
    if (!found) throw new Error(`${String(name)} is not among the uploads`)
    return found
  })
const ends = (words: string | RegExp) =>
  waitFor(async () => expect(await panel()).toHaveTextContent(words), { timeout: 15_000 })

const Found = v.object({ name: v.string(), size: v.number(), versions: v.number() })
const filesIn = ({ service }: App, folder: string) =>
  service.db.query(
    `SELECT f.name AS name, coalesce(e.size, 0) AS size,
       (SELECT count(*) FROM entities WHERE file_key = f.key) AS versions
     FROM files f JOIN files p ON p.key = f.parent_key LEFT JOIN entities e ON e.id = f.entity_id
     WHERE p.name = ? AND f.trash_id IS NULL ORDER BY f.name`,
    [folder],
    Found,
  )
const Count = v.object({ count: v.number() })
const countOf = ({ service }: App, table: 'locks' | 'uploads') =>
  service.db.first(`SELECT count(*) AS count FROM ${table}`, [], Count)?.count

async function isContent(app: App, name: string, wanted: Uint8Array): Promise<boolean> {
  const answer = (await (
    await fetch('/api/v4/file/url', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${app.service.lay.mintToken(app.mei).access_token}`,
      },
      body: JSON.stringify({ uris: [`svc://my/Work/${encodeURIComponent(name)}`], download: true }),
    })
  ).json()) as { data: { urls: { url: string }[] } }
  const content = await fetch(answer.data.urls[0]?.url ?? '')
  return Buffer.compare(Buffer.from(await content.arrayBuffer()), wanted) === 0
}

/** One part of any file. */
const isPart = (index: number) => (request: Sent) =>
  request.method === 'POST' && request.path.endsWith(`/${index}`) && request.path.includes('upload')

/** A fault that lasts until it is let go. */
function held(): { fault: Fault; free: () => void } {
  let free = () => {}
  const until = new Promise<void>((resolve) => {
    free = resolve
  })
  return { fault: { kind: 'hold', until }, free: () => free() }
}

type Dropped = { isFile: boolean; isDirectory: boolean; name: string }
const droppedFile = (one: File): Dropped => {
  const entry = {
    isFile: true,
    isDirectory: false,
    name: one.name,
    file: (resolve: (given: File) => void) => resolve(one),
  }
  return entry
}
const droppedFolder = (name: string, inside: readonly Dropped[] = []): Dropped => {
  const entry = {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      let isRead = false
      return {
        readEntries: (resolve: (entries: Dropped[]) => void) => {
          resolve(isRead ? [] : [...inside])
          isRead = true
        },
      }
    },
  }
  return entry
}
const carrying = (...entries: readonly Dropped[]) => ({
  types: ['Files'],
  files: [],
  items: entries.map((each) => ({ kind: 'file', webkitGetAsEntry: () => each })),
  dropEffect: 'none',
})
const dropHere = (...entries: readonly Dropped[]) =>
  fireEvent.drop(screen.getByRole('grid'), { dataTransfer: carrying(...entries) })

describe('F2 uploading', () => {
  it('lists each file with how far it is, and puts it into the folder with the same bytes', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk * 2 + 77), file('empty.txt', 0)])
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent(/4\.2\sMB of 8\.4\sMB/),
    )
    expect(screen.getByRole('progressbar', { name: 'Uploading 1 file' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    )
    second.free()
    await ends('2 files uploaded')
    expect(await row('film.bin')).toBeVisible()
    expect(await row('empty.txt')).toBeVisible()
    expect(await isContent(app, 'film.bin', bytesOf(chunk * 2 + 77))).toBe(true)
    expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(4)
    expect(countOf(app, 'locks')).toBe(0)
    expect(countOf(app, 'uploads')).toBe(0)
    const Modified = v.object({ updated_at: v.number() })
    const kept = app.service.db.first(
      'SELECT updated_at FROM files WHERE name = ?',
      ['film.bin'],
      Modified,
    )
    expect(kept?.updated_at).toBe(modified)
  })

  it('begins with the button, by mouse and by keys', async () => {
    const app = await atWork()
    const clicked: string[] = []
    const field = screen.getByLabelText('Upload files')
    field.addEventListener('click', () => clicked.push('files'))
    const button = screen.getByRole('button', { name: 'Upload' })
    await app.user.click(button)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Upload files' }))
    expect(clicked).toEqual(['files'])
    button.focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('menuitem', { name: 'Upload files' })).toHaveFocus(),
    )
    await app.user.keyboard('{Enter}')
    expect(clicked).toEqual(['files', 'files'])
  })

  it('takes a folder that is chosen, with the folders in it', async () => {
    const app = await atWork()
    const inside = (path: string) =>
      Object.assign(file(path.slice(path.lastIndexOf('/') + 1)), { webkitRelativePath: path })
    fireEvent.change(screen.getByLabelText('Upload a folder'), {
      target: { files: [inside('Trip/plan.txt'), inside('Trip/Day 1/map.txt')] },
    })
    await ends('2 files uploaded')
    expect(filesIn(app, 'Trip').map(({ name }) => name)).toEqual(['Day 1', 'plan.txt'])
    expect(filesIn(app, 'Day 1').map(({ name }) => name)).toEqual(['map.txt'])
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
    // The third begins once one of the first two has got through, and so on.
    for (const [at, moment] of begun.entries()) {
      expect(ended.filter((other) => other < moment).length).toBeGreaterThanOrEqual(at - 1)
    }
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
    expect(filesIn(app, 'd39').map(({ name }) => name)).toEqual(['bottom.txt'])
    await waitFor(() =>
      expect(filesIn(app, 'Photos').map(({ name }) => name)).toEqual(['Empty', 'a.jpg']),
    )
    expect(await row('d0')).toBeVisible()
  })

  it('takes what is dropped on a folder of the list into that folder', async () => {
    const app = await atWork({
      world: (world) => {
        layWork(world)
        world.service.lay.addFolder(world.mei, ['Work', 'Inbox'])
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
    expect(filesIn(app, 'Inbox').map(({ name }) => name)).toEqual(['in.txt'])
    expect(inbox).not.toHaveAttribute('data-drop')
  })

  it('takes pictures that are pasted, each under a name of its own', async () => {
    const app = await atWork()
    fireEvent.paste(document.body, {
      clipboardData: { files: [file('image.png', 3), file('image.png', 4)] },
    })
    await ends('2 files uploaded')
    expect(filesIn(app, 'Work').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['image (2).png', 'image.png']),
    )
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
    // Had anything of that begun, it would be ahead of this one.
    fireEvent.paste(document.body, { clipboardData: { files: [file('late.png', 3)] } })
    await ends('1 file uploaded')
    const begun = sent(app.requests.slice(before), 'PUT', '/file/upload')
    expect(begun).toHaveLength(1)
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('image.png')
  })

  it('all of them rest and go on with one button, and what is done leaves the list', async () => {
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
    expect(filesIn(app, 'Work').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['one.txt', 'three.txt', 'two.bin']),
    )
  })
})

describe('F2 names that are taken are asked about once', () => {
  const asked = () => screen.findByRole('dialog', { name: /already here/ })
  const answer = async (app: App, name: string) =>
    app.user.click(within(await asked()).getByRole('button', { name }))

  it('and both are kept under a free name', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'new'), file('other.txt')])
    expect(await asked()).toHaveAccessibleDescription('The other one will be uploaded in any case.')
    await answer(app, 'Keep both')
    await ends('2 files uploaded')
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
    expect(await isContent(app, 'letter (2).txt', new TextEncoder().encode('new'))).toBe(true)
  })

  it.each([
    [['letter.txt'], 'The new one gets a number behind its name.'],
    [['letter.txt', 'plan.txt', 'map.txt'], 'The new ones get numbers behind their names.'],
  ])('and speaks of them in their number: %o', async (names, words) => {
    await atWork({
      world: (world) => {
        layWork(world)
        for (const name of names.slice(1)) world.service.lay.addFile(world.mei, ['Work', name])
      },
    })
    choose(names.map((name) => file(name)))
    const both = within(await asked()).getByRole('button', { name: 'Keep both' })
    expect(both).toHaveTextContent(words)
  })

  it('and the new one becomes a version of the old', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer')])
    await answer(app, 'Replace')
    await ends('1 file uploaded')
    expect(filesIn(app, 'Work').find(({ name }) => name === 'letter.txt')).toEqual({
      name: 'letter.txt',
      size: 5,
      versions: 2,
    })
  })

  it('and the old one stays when the new one is skipped', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer'), file('other.txt')])
    await answer(app, 'Skip')
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
  })

  it('and nothing is sent after Cancel', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer'), file('other.txt')])
    await answer(app, 'Cancel')
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('also when another was quicker than the list knows', async () => {
    const app = await atWork()
    app.service.lay.addFile(app.mei, ['Work', 'late.txt'], { size: 3 })
    choose([file('late.txt', 'mine')])
    await answer(app, 'Keep both')
    await ends('1 file uploaded')
    expect(await isContent(app, 'late (2).txt', new TextEncoder().encode('mine'))).toBe(true)
  })
})

describe('F2 what cannot work is said before anything is sent', () => {
  it('a name that cannot exist here', async () => {
    const app = await atWork()
    choose([file('a:b.txt'), file('good.txt')])
    expect(await listed('a:b.txt')).toHaveTextContent('A name here cannot have')
    await ends('1 file uploaded')
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('a:b.txt')
    expect(within(await listed('a:b.txt')).queryByRole('button', { name: /Retry/ })).toBeNull()
  })

  it('a folder whose name cannot exist here, empty or not, and the others are made', async () => {
    const app = await atWork()
    dropHere(
      droppedFolder('a:b', [droppedFolder('deep')]),
      droppedFolder('c?d', [droppedFile(file('in.txt'))]),
    )
    expect(await listed('in.txt')).toHaveTextContent('A name here cannot have')
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
    expect(dialog).toHaveTextContent('These files need 250 B, and 100 B is free.')
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
})

describe('F2 while a file is on its way', () => {
  it('it rests and goes on where it was', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk * 2 + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.bin/ }))
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('Paused'))
    await app.user.click(screen.getByRole('button', { name: /^Resume .*film\.bin/ }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk * 2 + 1))).toBe(true)
    const first = sent(app.requests, 'POST', '/file/upload/').filter(({ path }) =>
      path.endsWith('/0'),
    )
    expect(first).toHaveLength(1)
  })

  it('cancelling takes the lock and what was sent along', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    expect(countOf(app, 'locks')).toBe(1)
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
    expect(countOf(app, 'uploads')).toBe(0)
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('film.bin')
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('signing out takes the locks along, and waits for that', async () => {
    const ending = held()
    const app = await atWork({
      faults: (faults) => {
        faults.always(isPart(1), { kind: 'stall' })
        faults.always('DELETE /file/upload', ending.fault)
      },
    })
    choose([file('film.bin', chunk + 1), file('long.bin', chunk * 3), file('other.bin', chunk * 3)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(4))
    expect(countOf(app, 'locks')).toBe(2)
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file/upload')).toHaveLength(2))
    expect(sent(app.requests, 'DELETE', '/session')).toEqual([])
    ending.free()
    await screen.findByLabelText('Email')
    expect(countOf(app, 'locks')).toBe(0)
    expect(countOf(app, 'uploads')).toBe(0)
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('film.bin')
  })

  it('all of them are cancelled after one question', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt'), file('b.txt'), file('c.txt')])
    await waitFor(() => expect(countOf(app, 'locks')).toBe(2))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Cancel all' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel 3 uploads?' })
    expect(dialog).toHaveAccessibleDescription(/sent of these files/)
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel uploads' }))
    await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('the question says which button keeps it, and speaks of one file as of one', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt')])
    await waitFor(() => expect(countOf(app, 'locks')).toBe(1))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Close uploads' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel 1 upload?' })
    expect(dialog).toHaveAccessibleDescription(/sent of this file/)
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Keep uploading', 'Cancel upload'])
    const keep = within(dialog).getByRole('button', { name: 'Keep uploading' })
    expect(keep).toHaveFocus()
    await app.user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await listed('a.txt')).toBeVisible()
    expect(countOf(app, 'locks')).toBe(1)
  })

  it('G7 its buttons are pressed by keys alone, and the focus stays among them', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt'), file('b.txt')])
    await waitFor(() => expect(countOf(app, 'locks')).toBe(2))
    const button = (name: RegExp) => screen.findByRole('button', { name })
    const press = async (name: RegExp) => {
      ;(await button(name)).focus()
      await app.user.keyboard('{Enter}')
    }
    const hasFocus = async (name: RegExp) => expect(await button(name)).toHaveFocus()
    await press(/^Pause .*a\.txt/)
    await hasFocus(/^Resume .*a\.txt/)
    await press(/^Resume .*a\.txt/)
    await hasFocus(/^Pause .*a\.txt/)
    await press(/^Cancel .*a\.txt/)
    await hasFocus(/^Cancel .*b\.txt/)
    expect(screen.queryByRole('button', { name: /a\.txt/ })).toBeNull()
    await press(/^Cancel .*b\.txt/)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    expect(within(screen.getByRole('grid')).getAllByRole('row')).toContain(document.activeElement)
  })

  it.each([
    ['the connection breaks', { kind: 'drop' }],
    ['the answer gets lost', { kind: 'lost' }],
    ['the service is busy', { kind: 'status', status: 503 }],
    ['the answer is cut', { kind: 'truncate' }],
    [
      'it is cut on its way',
      { kind: 'json', body: { code: Code.invalidContentLength, msg: 'Upload interrupted' } },
    ],
  ] as const)('a part is sent again when %s', async (_name, fault) => {
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), fault)
        faults.next(isPart(1), fault)
      },
    })
    choose([file('film.bin', chunk + 9)])
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 9))).toBe(true)
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('the answer to its beginning may get lost, and nothing stays locked', async () => {
    const app = await atWork({
      faults: (faults) => faults.next('PUT /file/upload', { kind: 'lost' }),
    })
    choose([file('film.bin', 9)])
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(9))).toBe(true)
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('without a network it waits for as long as there is none', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'drop' }) })
    choose([file('film.bin', 9)])
    for (let tries = 1; tries < 10; tries++) {
      await waitFor(() =>
        expect(sent(app.requests, 'POST', '/file/upload/').length).toBeGreaterThanOrEqual(tries),
      )
      await waitFor(async () =>
        expect(await listed('film.bin')).toHaveTextContent('Waiting for the network'),
      )
      const head = within(await panel()).getByRole('button', { expanded: true })
      expect(head).toHaveTextContent('Waiting for the network0 B of 9 B')
      dispatchEvent(new Event('online'))
    }
    app.faults.clear()
    dispatchEvent(new Event('online'))
    await ends('1 file uploaded')
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })

  it('the disk of the service is full: that is said, Retry goes on, and so do the others', async () => {
    const first = held()
    const app = await atWork({
      faults: (faults) => {
        faults.next((request) => isPart(0)(request), first.fault)
        faults.next(isPart(0), {
          kind: 'json',
          body: { code: Code.ioFailed, msg: 'I/O operation failed' },
        })
      },
    })
    choose([file('one.txt', 9), file('two.txt', 9), file('three.txt'), file('four.txt')])
    await waitFor(async () => expect(await listed('two.txt')).toHaveTextContent('no room left'))
    expect(await listed('three.txt')).toHaveTextContent('Paused')
    expect(countOf(app, 'locks')).toBe(2)
    first.free()
    await waitFor(async () => expect(await listed('one.txt')).toHaveTextContent('Uploaded'))
    expect(await listed('four.txt')).toHaveTextContent('Paused')
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*two\.txt/ }))
    await waitFor(async () => expect(await listed('two.txt')).toHaveTextContent('Uploaded'))
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(2)
    await app.user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
    await ends('4 files uploaded')
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('its space is filled by another tab: that is said, and Retry goes on once there is room', async () => {
    const first = held()
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), first.fault) })
    const capacity = (bytes: number) => app.service.db.run('UPDATE users SET capacity = ?', [bytes])
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
    expect(
      filesIn(app, 'Work').every(({ name, size }) => name === 'letter.txt' || size === 0),
    ).toBe(true)
    capacity(1_000_000)
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*one\.txt/ }))
    await waitFor(async () => expect(await listed('one.txt')).toHaveTextContent('Uploaded'))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Resume all' }))
    await ends('3 files uploaded')
    expect(await isContent(app, 'one.txt', bytesOf(9))).toBe(true)
    expect(countOf(app, 'locks')).toBe(0)
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
    expect(filesIn(app, 'Good').map(({ name }) => name)).toEqual(['out.txt'])
    await waitFor(() => expect(filesIn(app, 'Work').map(({ name }) => name)).toContain('Empty'))
    expect(screen.getAllByText('This name is taken.')).toHaveLength(1)
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
    app.service.db.run("UPDATE files SET name = 'kept.txt' WHERE name = 'letter.txt'", [])
    await app.user.click(await screen.findByRole('button', { name: /^Retry .*in\.txt/ }))
    await ends('2 files uploaded')
    expect(filesIn(app, 'letter.txt').map(({ name }) => name)).toContain('in.txt')
  })

  it('a folder may not be made here: its file says so, empty ones are told of once', async () => {
    const asked: string[] = []
    const app = await atWork({
      faults: (faults) =>
        faults.always(({ path, body }) => path === '/file/create' && asked.push(body) > 0, {
          kind: 'json',
          body: { code: Code.forbidden, msg: 'Permission denied' },
        }),
    })
    dropHere(
      droppedFolder('Trip', [droppedFile(file('in.txt'))]),
      droppedFolder('Empty', [droppedFolder('below')]),
      droppedFolder('Bare'),
    )
    await waitFor(async () =>
      expect(await listed('in.txt')).toHaveTextContent('You may not do this.'),
    )
    await waitFor(() => expect(asked.some((body) => body.includes('Bare'))).toBe(true))
    await waitFor(() =>
      expect(sent(app.requests, 'POST', '/file/create').every(({ status }) => status > 0)).toBe(
        true,
      ),
    )
    await waitFor(() => expect(app.container).toHaveTextContent('You may not do this.'))
    const told = screen.getAllByText('You may not do this.')
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
      expect(await listed('gone.txt')).toHaveTextContent('can no longer be read'),
    )
    await ends('1 file uploaded')
    await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('gone.txt')
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
    await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
    expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('log.txt')
  })

  it.each([
    ['grows', (): Promise<File> => Promise.resolve(file('log.txt', chunk + 6)), 'The file changed'],
    [
      'vanishes',
      () => Promise.reject<File>(new DOMException('', 'NotFoundError')),
      'can no longer',
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
      await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
      expect(filesIn(app, 'Work').map(({ name }) => name)).not.toContain('log.txt')
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
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('its lock is taken away: that is said, and it can start again', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk + 5)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.service.db.run('DELETE FROM locks', [])
    second.free()
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('was unlocked'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await app.user.click(within(await panel()).getByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 5))).toBe(true)
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('its lock is taken away, and the place is locked again: it starts again over what it left', async () => {
    const second = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), second.fault) })
    choose([file('film.bin', chunk + 5)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    app.service.db.run('DELETE FROM locks', [])
    app.service.lay.addLock({
      owner: app.mei,
      path: ['Work', 'film.bin'],
      application: { type: 'dav' },
      holder: app.lin,
    })
    second.free()
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('was unlocked'))
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
    expect(countOf(app, 'locks')).toBe(0)
  })

  it('F5 a place that is locked is unlocked first', async () => {
    const app = await atWork({
      world: (world) => {
        layWork(world)
        world.service.lay.addLock({
          owner: world.mei,
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

describe('F2 after a reload', () => {
  const size = chunk + 5

  /** An upload whose first part is there, and what the browser kept of it. */
  async function layUnfinished(world: World): Promise<void> {
    layWork(world)
    const { service, mei } = world
    const headers = { authorization: `Bearer ${service.lay.mintToken(mei).access_token}` }
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
    await ask('POST', `/file/upload/${data.session_id}/0`, bytesOf(size).slice(0, chunk))
    const upload = {
      name: 'film.bin',
      folder: 'svc://my/Work',
      uri,
      size,
      modified,
      mime: '',
      session: data.session_id,
      chunk,
      expires: data.expires * 1000,
      isVersion: false,
    }
    await beginLog(mei, data.session_id, { upload }, [])
    await addStep(data.session_id, 0)
  }
  const offered = () => screen.findByLabelText(/^Resume .*film\.bin/, {}, { timeout: 15_000 })

  it('the same file goes on where it was, another one is refused', async () => {
    const app = await atWork({ world: layUnfinished })
    const field = await offered()
    expect(await listed('film.bin')).toHaveTextContent('Choose the file again to go on')
    fireEvent.change(field, { target: { files: [file('film.bin', 7)] } })
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not the file')
    expect(sent(app.requests, 'POST', '/file/upload/')).toEqual([])
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    await ends('1 file uploaded')
    expect(sent(app.requests, 'POST', '/file/upload/').map(({ path }) => path.slice(-2))).toEqual([
      '/1',
    ])
    expect(await isContent(app, 'film.bin', bytesOf(size))).toBe(true)
  })

  it('G7 the focus stays in its row once its file is chosen by keys', async () => {
    const app = await atWork({
      world: layUnfinished,
      faults: (faults) => faults.always(isPart(1), { kind: 'stall' }),
    })
    const field = await offered()
    screen.getByRole('button', { name: 'Choose file' }).focus()
    await app.user.keyboard('{Enter}')
    fireEvent.change(field, { target: { files: [file('film.bin', size)] } })
    expect(await screen.findByRole('button', { name: /^Pause .*film\.bin/ })).toHaveFocus()
  })

  it('it can be cancelled, and its lock goes', async () => {
    const app = await atWork({ world: layUnfinished })
    await offered()
    expect(countOf(app, 'locks')).toBe(1)
    await app.user.click(screen.getByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(countOf(app, 'locks')).toBe(0))
  })
})
