import { act, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Code } from '#src/contract/codes.ts'
import { childUri, parseUri } from '#src/contract/uri.ts'
import { fileWrites } from '#src/queries/file-writes.ts'
import { files, type FileRow } from '#src/queries/files.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { session } from '#src/queries/session.ts'

import type { BatchResult } from '#src/stores/batches.ts'
import { collaboraViewerId } from '#src/server/site.ts'
import type { Service } from '#src/server/service.ts'
import {
  endSessions,
  here,
  type LoggedRequest,
  password,
  renderApp,
  type RenderOptions,
  type World,
} from '../harness.tsx'

/* Requirements L1 to L11: a write meets a lock, whatever page it was begun on. */

const home = 'svc://my'
const letter = ['Letters', 'letter.txt']
const viewer = { type: 'viewer', viewer_id: collaboraViewerId }

type Laid = { letter: string; tokens: string[] }

/** Mei's folder Letters with letter.txt in it, locked as told. */
function laid(locks: (world: World, letterId: string) => string[] = () => []): {
  world: (world: World) => void
  laid: Laid
} {
  const found: Laid = { letter: '', tokens: [] }
  return {
    laid: found,
    world: (world) => {
      found.letter = world.service.lay.addFile(world.mei, letter)
      world.service.lay.addFile(world.mei, ['Letters', 'notes.txt'])
      found.tokens = locks(world, found.letter)
    },
  }
}
const openedByLin = ({ service, mei, lin }: World, fileId: string) => [
  service.lay.addLock({ owner: mei, holder: lin, fileId, depth: 0, application: viewer }),
]

const open = async (options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/shares', ...options })
  await screen.findByRole('main')
  return app
}
type App = Awaited<ReturnType<typeof open>>

const rowOf = async ({ client }: App, ...segments: string[]): Promise<FileRow> => {
  const folder = segments.slice(0, -1).reduce(childUri, home)
  const listing = await client.fetchQuery(files.list(folder))
  const slot = [...listing.order].find((at) => listing.at(at)?.name === segments.at(-1))
  const row = slot === undefined ? undefined : listing.at(slot)
  if (!row) throw new Error(`no ${segments.join('/')}`)
  return row
}
type Going<T> = { value?: T; error?: unknown; isOver: boolean }
function follow<T>(promise: Promise<T>): Going<T> {
  const going: Going<T> = { isOver: false }
  promise.then(
    (value) => Object.assign(going, { value, isOver: true }),
    (error: unknown) => Object.assign(going, { error, isOver: true }),
  )
  return going
}
async function rename(app: App, name = 'Post'): Promise<Going<unknown>> {
  const item = await rowOf(app, 'Letters')
  const { client } = app
  return follow(
    client.getMutationCache().build(client, fileWrites.rename()).execute({ item, name }),
  )
}
async function trash(app: App, ...paths: string[][]): Promise<Going<BatchResult>> {
  const items = await Promise.all(paths.map((path) => rowOf(app, ...path)))
  const { client } = app
  return follow(client.getMutationCache().build(client, fileWrites.trash()).execute({ items }))
}
const dialog = () => screen.findByRole('alertdialog')
const button = (name: string) => screen.getByRole('button', { name })
const sent = (requests: readonly LoggedRequest[]) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .filter(({ path }) => !path.startsWith('/session'))
    .map(({ method, path }) => `${method} ${path}`)
const rootNames = ({ db }: Service) =>
  db
    .query(
      `SELECT f.name FROM files f JOIN files p ON p.key = f.parent_key
       WHERE p.parent_key IS NULL AND p.trash_id IS NULL ORDER BY f.name`,
      [],
      nameOnly,
    )
    .map(({ name }) => name)
const lockCount = ({ db }: Service) =>
  db.query('SELECT token AS name FROM locks', [], nameOnly).length
const nameOnly = v.object({ name: v.string() })
const over = async (going: Going<unknown>) => waitFor(() => expect(going.isOver).toBe(true))

describe('L1 what is locked, by whom, and what it stops', () => {
  it('names the operation, each item with its path, and what and who holds it', async () => {
    const { world } = laid((world, letterId) => {
      const { service, mei, lin } = world
      const at = (name: string) => service.lay.addFile(mei, ['Letters', name])
      return [
        ...openedByLin(world, letterId),
        service.lay.addLock({
          owner: mei,
          fileId: at('mounted.txt'),
          depth: 0,
          application: {
            type: 'dav',
            inner_xml: '<D:href>Tom &amp; <b>Jerry</b><script>alert(1)</script></D:href>',
          },
        }),
        service.lay.addLock({
          owner: mei,
          holder: mei,
          fileId: at('big.iso'),
          application: { type: 'upload' },
        }),
        service.lay.addLock({
          owner: mei,
          holder: lin,
          fileId: at('odd.bin'),
          application: { type: 'scan-station' },
        }),
      ]
    })
    const app = await open({ world })
    await rename(app)
    const box = within(await dialog())
    expect(
      screen.getByRole('alertdialog', { name: /Can’t rename “.?Letters.?” yet/ }),
    ).toHaveAccessibleDescription('4 items are in use.')
    const line = (name: string) => {
      const found = box.getAllByRole('listitem').find((each) => each.textContent.includes(name))
      if (!found) throw new Error(`no line for ${name}`)
      return found
    }
    expect(line('letter.txt')).toHaveTextContent('Files / Letters')
    await waitFor(() => expect(line('letter.txt')).toHaveTextContent(/Collabora Online/))
    await waitFor(() => expect(line('letter.txt')).toHaveTextContent('Lin Okafor'))
    expect(line('mounted.txt')).toHaveTextContent(/WebDAV client.*Tom & Jerry alert\(1\)/)
    expect(line('mounted.txt').querySelector('script, b')).toBeNull()
    expect(line('big.iso')).toHaveTextContent(/Being uploaded.*by you/)
    expect(line('odd.bin')).toHaveTextContent(/unknown app.*scan-station/)
  })
})

describe('L2 unlock and retry, as the owner', () => {
  it('unlocks in one click and does what was asked, in the state in which it was begun', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    const box = within(await dialog())
    await waitFor(() =>
      expect(box.getByText(/changes that .?Lin Okafor.? has not saved/)).toBeInTheDocument(),
    )
    expect(going.isOver).toBe(false)
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(going.error).toBeUndefined()
    expect(rootNames(app.service)).toEqual(['Post'])
    expect(lockCount(app.service)).toBe(0)
    expect(sent(app.requests)).toEqual([
      'POST /file/rename',
      'DELETE /file/lock',
      'POST /file/rename',
    ])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('unlocks only the chosen entries and shows what is left', async () => {
    const { world } = laid((world, letterId) => [
      ...openedByLin(world, letterId),
      world.service.lay.addLock({
        owner: world.mei,
        fileId: world.service.lay.addFile(world.mei, ['Letters', 'big.iso']),
        application: { type: 'upload' },
      }),
    ])
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(screen.getByRole('checkbox', { name: /big\.iso/ }))
    await app.user.click(button('Unlock and retry'))
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
        'One item is still in use.',
      ),
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('listitem')).toHaveTextContent('big.iso')
    expect(lockCount(app.service)).toBe(1)
    await app.user.click(button('Cancel'))
    await over(going)
  })

  it('offers to try again, and sends no unlocking, when nothing is chosen', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(screen.getByRole('checkbox', { name: /letter\.txt/ }))
    await app.user.click(button('Try again'))
    await waitFor(() => expect(sent(app.requests)).toHaveLength(2))
    expect(sent(app.requests)).not.toContain('DELETE /file/lock')
    await app.user.click(button('Cancel'))
    await over(going)
  })
})

const conflictOf = (data: unknown) => ({
  kind: 'json' as const,
  body: { code: Code.lockConflict, msg: 'Lock conflict', data, error: 'x', correlation_id: 'c' },
})

describe('L3 not the owner', () => {
  it('says it plainly and leaves no dead button', async () => {
    const { world } = laid()
    const app = await open({
      world,
      faults: (faults) =>
        faults.next(
          'POST /file/rename',
          conflictOf([{ path: 'svc://x@share/a.txt', owner: { application: viewer }, type: 0 }]),
        ),
    })
    const going = await rename(app)
    const box = within(await dialog())
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/Only the owner can unlock/)
    expect(box.queryByRole('button', { name: 'Unlock and retry' })).not.toBeInTheDocument()
    expect(box.queryByRole('checkbox')).not.toBeInTheDocument()
    for (const name of ['Cancel', 'Wait', 'Try again']) expect(button(name)).toBeEnabled()
    await app.user.click(button('Try again'))
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })

  it('unlocks mine in a mixed list, and shows what somebody else still holds', async () => {
    const { world, laid: known } = laid(openedByLin)
    const theirs = { path: 'svc://x@share/theirs.txt', owner: { application: viewer }, type: 0 }
    const app = await open({ world })
    app.faults.next(
      'POST /file/rename',
      conflictOf([
        { path: 'svc://my/Letters/letter.txt', token: known.tokens[0], owner: {}, type: 0 },
        theirs,
      ]),
    )
    app.faults.next('POST /file/rename', conflictOf([theirs]))
    const going = await rename(app)
    await dialog()
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await app.user.click(button('Unlock and retry'))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('listitem')).toHaveTextContent('theirs.txt')
    expect(lockCount(app.service)).toBe(0)
    await app.user.click(button('Try again'))
    await over(going)
    expect(going.error).toBeUndefined()
  })
})

describe('L4 skipping in a batch', () => {
  it('finishes the rest and lists what is locked', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    expect(
      screen.getByRole('alertdialog', { name: /Can’t delete .*letter\.txt.* yet/ }),
    ).toBeVisible()
    await app.user.click(button('Skip locked'))
    await over(going)
    expect(going.value?.done.map(({ name }) => name)).toEqual(['notes.txt'])
    expect(going.value?.locked.map(({ name }) => name)).toEqual(['letter.txt'])
    expect(
      await screen.findByText(/1 of 2 items moved to the trash.*1 is still locked/),
    ).toBeVisible()
  })

  it('G7 gives the focus to the page when what was done is taken back by keys', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    button('Skip locked').focus()
    await app.user.keyboard('{Enter}')
    ;(await screen.findByRole('button', { name: 'Undo' })).focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText(/1 is still locked/)).toBeNull())
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('sends one by one when the conflict names nothing that was asked for', async () => {
    const { world } = laid()
    const app = await open({ world })
    app.faults.next('DELETE /file', conflictOf([{ token: 'x', owner: {}, type: 0 }]))
    const going = await trash(app, letter, ['Letters', 'notes.txt'])
    await over(going)
    expect(going.value?.done).toHaveLength(2)
    expect(sent(app.requests)).toEqual(['DELETE /file', 'DELETE /file', 'DELETE /file'])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('asks once for all that is locked, and the dialog says what turned up after unlocking', async () => {
    const { world } = laid((world, letterId) => [
      ...openedByLin(world, letterId),
      world.service.lay.addLock({
        owner: world.mei,
        fileId: world.service.lay.addFile(world.mei, ['Letters', 'big.iso']),
        application: { type: 'upload' },
      }),
    ])
    const app = await open({ world })
    const going = await trash(app, letter, ['Letters', 'notes.txt'], ['Letters', 'big.iso'])
    await dialog()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(going.value?.done).toHaveLength(3)
  })
})

describe('L5 waiting', () => {
  it('shrinks to the tray, tries again and says when it has gone through', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const tray = within(screen.getByRole('region', { name: 'Waiting for what is locked' }))
    expect(tray.getByText(/Waiting to rename/)).toBeVisible()
    expect(tray.getByText(/Next try in \d+ seconds?/)).toBeVisible()
    await app.user.click(tray.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(sent(app.requests)).toHaveLength(2))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    app.service.db.run('DELETE FROM locks', [])
    await waitFor(() => expect(tray.getByText(/Next try in/)).toBeVisible())
    await app.user.click(tray.getByRole('button', { name: 'Try now' }))
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
    expect(await screen.findByText(/free again: .*Letters.* was renamed/)).toBeVisible()
    expect(screen.queryByRole('region', { name: /Waiting/ })).not.toBeInTheDocument()
  })

  it('G7 is given up by keys, and the page gets the focus', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    const tray = within(screen.getByRole('region', { name: /Waiting/ }))
    tray.getByRole('button', { name: 'Cancel' }).focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('region', { name: /Waiting/ })).toBeNull())
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('tries again by itself, with growing pauses, and not while nobody looks', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    const tray = within(screen.getByRole('region', { name: /Waiting/ }))
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    try {
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      await waitFor(() => expect(tray.queryByText(/Next try/)).not.toBeInTheDocument())
      await new Promise((resolve) => setTimeout(resolve, 4000))
      expect(sent(app.requests)).toHaveLength(1)
    } finally {
      Reflect.deleteProperty(document, 'hidden')
    }
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    app.service.db.run('DELETE FROM locks', [])
    await waitFor(() => expect(going.isOver).toBe(true), { timeout: 8000 })
    expect(sent(app.requests)).toHaveLength(2)
  })

  it('opens the dialog again from the tray, and gives up from there', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(button('Show'))
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(
      within(screen.getByRole('region', { name: /Waiting/ })).getByRole('button', {
        name: 'Cancel',
      }),
    )
    await over(going)
    expect(going.error).toBeInstanceOf(LockCancelledError)
    expect(await screen.findByText(/Letters.* was not renamed/)).toBeVisible()
  })
})

describe('L6 short-lived holders', () => {
  it('get one quiet try before anybody is asked', async () => {
    const { world } = laid()
    const app = await open({ world })
    const busy = conflictOf([
      {
        path: 'svc://my/Letters',
        token: 'x',
        owner: { application: { type: 'moveCopy' } },
        type: 1,
      },
    ])
    app.faults.next('POST /file/rename', busy)
    const going = await rename(app)
    await over(going)
    expect(going.error).toBeUndefined()
    expect(sent(app.requests)).toHaveLength(2)
  })

  it('are asked about when they are still there', async () => {
    const { world } = laid()
    const app = await open({ world })
    const busy = conflictOf([
      { path: 'svc://my/Letters', token: 'x', owner: { application: { type: 'rename' } }, type: 1 },
    ])
    app.faults.next('POST /file/rename', busy)
    app.faults.next('POST /file/rename', busy)
    const going = await rename(app)
    expect(await dialog()).toHaveTextContent('Another operation is running')
    await app.user.click(button('Cancel'))
    await over(going)
  })
})

describe('L7 rounds and queues', () => {
  it('several operations wait for each other, and every one ends', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const first = await rename(app)
    const second = await trash(app, letter)
    await dialog()
    expect(await screen.findByText(/One more operation is waiting/)).toBeVisible()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    await app.user.click(button('Cancel'))
    await over(first)
    expect(await screen.findByRole('alertdialog', { name: /Can’t delete/ })).toBeVisible()
    await app.user.click(button('Unlock and retry'))
    await over(second)
    expect(second.value?.done).toHaveLength(1)
  })

  it('may unlock what turns up next without asking, once that was ticked', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const again = (name: string) =>
      conflictOf([{ path: `svc://my/Letters/${name}`, token: name, owner: {}, type: 0 }])
    for (const name of ['a', 'b', 'c']) app.faults.next('POST /file/rename', again(name))
    app.service.db.run('DELETE FROM locks', [])
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    await app.user.click(await screen.findByRole('checkbox', { name: /without asking/ }))
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(sent(app.requests).filter((line) => line === 'DELETE /file/lock')).toHaveLength(3)
    expect(rootNames(app.service)).toEqual(['Post'])
  })
})

describe('L8 tokens that are gone, and locks that come back', () => {
  it('counts what is already free as free', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    app.service.db.run('DELETE FROM locks', [])
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })

  it('unlocks one by one when one of many is gone', async () => {
    const { world, laid: known } = laid((world, letterId) => [
      ...openedByLin(world, letterId),
      world.service.lay.addLock({
        owner: world.mei,
        fileId: world.service.lay.addFile(world.mei, ['Letters', 'big.iso']),
        application: { type: 'upload' },
      }),
    ])
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    app.service.db.run('DELETE FROM locks WHERE token = ?', [known.tokens[0] ?? ''])
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(going.error).toBeUndefined()
    expect(sent(app.requests).filter((line) => line === 'DELETE /file/lock')).toHaveLength(3)
  })

  it('keeps the dialog and its focus when the lock is taken again before the retry', async () => {
    const { world, laid: known } = laid(openedByLin)
    const app = await open({ world })
    let renames = 0
    app.faults.next(
      ({ method, path }) => {
        if (method === 'POST' && path === '/file/rename' && ++renames === 2) {
          openedByLin(app, known.letter)
        }
        return false
      },
      { kind: 'drop' },
    )
    const going = await rename(app)
    await dialog()
    const unlock = button('Unlock and retry')
    await app.user.click(unlock)
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
        'One item is still in use.',
      ),
    )
    expect(unlock).toHaveFocus()
    await waitFor(
      () =>
        expect(within(screen.getByRole('alertdialog')).getByRole('status')).toHaveTextContent(
          'One item is still in use.',
        ),
      { timeout: 4000 },
    )
    await app.user.keyboard('{Enter}')
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })

  it('sends each token once, however often a batch names it', async () => {
    const { world, laid: known } = laid(openedByLin)
    const app = await open({ world })
    const same = { path: 'svc://my/Letters', token: known.tokens[0], owner: {}, type: 1 }
    const bodies: string[] = []
    app.faults.next(
      ({ method, body }) => {
        if (method === 'DELETE') bodies.push(body)
        return false
      },
      { kind: 'drop' },
    )
    app.faults.next('DELETE /file', conflictOf([same, same, same]))
    const going = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(bodies).toContain(JSON.stringify({ tokens: known.tokens }))
  })

  it('shows why unlocking failed and keeps the list', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    app.faults.next('DELETE /file/lock', { kind: 'drop' })
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    const box = within(screen.getByRole('alertdialog'))
    expect(await box.findByRole('alert')).toHaveTextContent(/could not be unlocked/)
    expect(box.getByRole('listitem')).toHaveTextContent('letter.txt')
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(going.error).toBeUndefined()
  })
})

describe('L9 conflicts that say little', () => {
  it.each([
    ['null', null],
    ['empty', []],
    ['no list', 'locked'],
    ['of rubbish', [null, 7, 'x', { owner: 5, path: 12, token: {} }]],
    ['without token, path, owner and type', [{}]],
    ['with an unreadable path', [{ path: '%%%', owner: { application: {} }, type: 9 }]],
  ])('data is %s: the dialog still works', async (_, data) => {
    const { world } = laid()
    const app = await open({ world })
    app.faults.next('POST /file/rename', conflictOf(data))
    const going = await rename(app)
    await dialog()
    expect(button('Cancel')).toHaveFocus()
    await app.user.click(button('Try again'))
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })

  it('names a conflict inside a batch after the item that was asked for', async () => {
    const { world } = laid(() => [])
    const app = await open({
      world: (laidWorld) => {
        world(laidWorld)
        const { service, mei } = laidWorld
        service.lay.trashFile(service.lay.addFile(mei, ['Draft of a will.txt']))
      },
    })
    const { client } = app
    const listing = await client.fetchQuery(files.trash())
    const row = listing.at(listing.order[0] ?? 0)
    if (!row) throw new Error('nothing in the trash')
    const id = parseUri(row.uri).segments[0] ?? ''
    app.faults.next('POST /file/restore', {
      kind: 'json',
      body: {
        code: Code.batchIncomplete,
        msg: '',
        aggregated_error: {
          [row.uri.replace('svc:', 'cloudreve:')]: {
            code: Code.lockConflict,
            msg: '',
            data: [{ path: `cloudreve://my/${id}`, token: 'x', owner: {}, type: 0 }],
          },
        },
      },
    })
    const going = follow(
      client
        .getMutationCache()
        .build(client, fileWrites.restore())
        .execute({ items: [row] }),
    )
    expect(await dialog()).toHaveTextContent('Draft of a will.txt')
    expect(screen.getByRole('alertdialog')).not.toHaveTextContent(id)
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(going.value?.done).toHaveLength(1)
  })
})

describe('L10 by keyboard', () => {
  it('begins on the safe choice, gives up on Escape and puts focus back', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const before = screen.getByRole('link', { name: /Shares/ })
    before.focus()
    const going = await rename(app)
    await dialog()
    expect(button('Cancel')).toHaveFocus()
    await app.user.keyboard('{Escape}')
    await over(going)
    expect(going.error).toBeInstanceOf(LockCancelledError)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(before).toHaveFocus()
    expect(await screen.findByText(/Letters.* was not renamed/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('takes at most six keys from the conflict to done', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    let keys = 0
    while (document.activeElement !== button('Unlock and retry')) {
      await app.user.keyboard('{Tab}')
      keys++
      expect(keys).toBeLessThan(6)
    }
    await app.user.keyboard('{Enter}')
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })
})

describe('L11 leaving', () => {
  it('another page does not lose the operation', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const going = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await waitFor(() => expect(here()).toBe('/trash'))
    await app.user.click(button('Show'))
    await app.user.click(button('Unlock and retry'))
    await over(going)
    expect(rootNames(app.service)).toEqual(['Post'])
  })

  it('signing out cancels all, silently', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world })
    const first = await rename(app)
    const second = await trash(app, letter)
    await dialog()
    const { client } = app
    await act(async () => {
      await client.getMutationCache().build(client, session.signOut()).execute(undefined)
    })
    await over(first)
    await over(second)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(screen.queryByText(/was not/)).not.toBeInTheDocument()
    expect(rootNames(app.service)).toEqual(['Letters'])
  })

  it('a session that ends meanwhile asks for a sign-in, then goes on', async () => {
    const { world } = laid(openedByLin)
    const app = await open({ world, passwords: true })
    const going = await rename(app)
    await dialog()
    endSessions(app.service)
    await app.user.click(button('Unlock and retry'))
    const fields = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    await app.user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
    await over(going)
    expect(going.error).toBeUndefined()
    expect(rootNames(app.service)).toEqual(['Post'])
  })
})

describe('a rename whose answer is lost', () => {
  it('is looked up, not repeated', async () => {
    const { world } = laid()
    const app = await open({ world })
    app.faults.next('POST /file/rename', { kind: 'lost' })
    const going = await rename(app)
    await over(going)
    expect(going.error).toBeUndefined()
    expect(sent(app.requests)).toEqual(['POST /file/rename'])
  })

  it('that never arrived is a failure, and nothing was renamed', async () => {
    const { world } = laid()
    const app = await open({ world })
    app.faults.next('POST /file/rename', { kind: 'drop' })
    const going = await rename(app)
    await over(going)
    expect(going.error).toMatchObject({ reason: 'network' })
    expect(rootNames(app.service)).toEqual(['Letters'])
  })
})
