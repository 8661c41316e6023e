import { expect, test } from 'vitest'
import { userById } from '#src/server/accounts/users.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import {
  lockAt,
  lockByToken,
  releaseLock,
  renewLock,
  requireUnlocked,
  takeLock,
} from '#src/server/locks/locks.ts'
import type { ShareLocation } from '#src/server/shares/share-access.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** The table of locks as one user (or nobody) meets it, on the owner's space. */
function tableOf(service: TestService, as: string | null = service.owner) {
  const user = as === null ? null : (userById(service.db, as) ?? null)
  const call = { context: service, user } as unknown as RequestContext
  const ownerKey = userById(service.db, service.owner)?.key ?? 0
  const target = (path: string, isDeep = true, host: 'my' | 'trash' = 'my') => ({
    ownerKey,
    host,
    segments: path.split('/').filter(Boolean),
    isDeep,
  })
  return {
    target,
    take: (path: string, { isDeep = true, expiresAt = null as number | null, type = 0 } = {}) =>
      takeLock(call, {
        ...target(path, isDeep),
        type,
        application: { type: 'dav' },
        holderKey: user?.key ?? null,
        expiresAt,
      }),
    conflicts(
      paths: readonly string[],
      {
        isDeep = true,
        except = [] as string[],
        share = undefined as ShareLocation | undefined,
      } = {},
    ) {
      try {
        const targets = paths.map((path) => target(path, isDeep))
        requireUnlocked(call, targets, { except, share })
        return []
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        expect(error).toMatchObject({ code: 40073, message: 'Lock conflict' })
        return JSON.parse(JSON.stringify(error.data)) as {
          path?: string
          token?: string
          owner: { owner?: string; application: { type: string } }
          type: number
        }[]
      }
    },
  }
}
const paths = (found: { path?: string }[]) => found.map(({ path = '' }) => path).sort()

test('L1 a lock stands against its own path, all below it when it is deep, and whatever is wished with all below', async () => {
  const service = await openTestService()
  const table = tableOf(service)
  table.take('deep')
  table.take('flat', { isDeep: false })
  table.take('a b/c/locked')
  const met = (path: string, isDeep = true) => paths(table.conflicts([path], { isDeep }))
  expect(met('deep')).toEqual(['svc://my/deep'])
  expect(met('deep/x/y', false)).toEqual(['svc://my/deep'])
  expect(met('flat')).toEqual(['svc://my/flat'])
  expect(met('flat', false)).toEqual(['svc://my/flat'])
  expect(met('flat/x')).toEqual([])
  expect(met('a b')).toEqual(['svc://my/a%20b/c/locked'])
  expect(met('a b', false)).toEqual([])
  expect(met('', false)).toEqual([])
  expect(met('')).toHaveLength(3)
  for (const free of ['a', 'a b/c2', 'deepest', 'dee', 'a b/c/locke']) {
    expect(met(free), free).toEqual([])
  }
})

test('L1 the trash and other people have locks of their own', async () => {
  const service = await openTestService()
  const table = tableOf(service)
  table.take('x')
  const call = { context: service, user: null } as unknown as RequestContext
  const key = userById(service.db, service.colleague)?.key ?? 0
  requireUnlocked(call, [{ ...table.target('x'), ownerKey: key }, table.target('x', true, 'trash')])
  const id = service.seed.addFile(service.owner, ['gone.txt'])
  const trashId = service.seed.trashFile(id)
  service.seed.addLock({ owner: service.owner, fileId: id, application: { type: 'dav' } })
  const owner = {
    context: service,
    user: userById(service.db, service.owner),
  } as unknown as RequestContext
  expect(() => requireUnlocked(owner, [table.target(trashId, true, 'trash')])).toThrow(
    expect.objectContaining({
      data: [expect.objectContaining({ path: `svc://trash/${trashId}` })],
    }),
  )
})

test('L1 a batch names every conflict of every item once, and leaves out what the caller holds', async () => {
  const service = await openTestService()
  const table = tableOf(service)
  const mine = table.take('f/1')
  table.take('f/2')
  table.take('g')
  expect(paths(table.conflicts(['f', 'f/1', 'g/a', 'g/b', 'h']))).toEqual([
    'svc://my/f/1',
    'svc://my/f/2',
    'svc://my/g',
  ])
  expect(table.conflicts(['f/1'], { except: [mine] })).toEqual([])
})

test('L1 only the owner of the file sees tokens, and a visitor no path outside the share', async () => {
  const service = await openTestService()
  const own = tableOf(service)
  const token = own.take('F/G/x')
  own.take('F/G', { isDeep: false, type: 1 })
  const share = { id: 'SHARE', segments: ['F', 'G'], isFile: false }
  expect(own.conflicts(['F/G/x'], { share })).toEqual([
    {
      path: 'svc://my/F/G/x',
      token,
      owner: { owner: service.owner, application: { type: 'dav' } },
      type: 0,
    },
  ])
  const visitor = tableOf(service, service.colleague)
  expect(visitor.conflicts(['F/G'], { share })).toEqual([
    {
      path: 'svc://SHARE@share/',
      owner: { owner: service.owner, application: { type: 'dav' } },
      type: 1,
    },
    {
      path: 'svc://SHARE@share/x',
      owner: { owner: service.owner, application: { type: 'dav' } },
      type: 0,
    },
  ])
  const below = { ...share, segments: ['F', 'G', 'x'] }
  expect(paths(visitor.conflicts(['F/G/x'], { share: { ...below, isFile: true } }))).toEqual([
    'svc://SHARE@share/x',
  ])
  service.seed.addLock({ owner: service.owner, path: ['F'], application: { type: 'dav' } })
  const [above] = visitor.conflicts(['F/G/y'], { share })
  expect(above).toEqual({ owner: { application: { type: 'dav' } }, type: 0 })
  expect(tableOf(service, null).conflicts(['F/G/y'])).toEqual([above])
})

test('L1 taking a lock meets the same conflicts, and its token cannot be guessed', async () => {
  const service = await openTestService()
  const table = tableOf(service)
  const token = table.take('a/b')
  expect(token).toMatch(/^[\w-]{32}$/)
  for (const path of ['a', 'a/b', 'a/b/c']) expect(() => table.take(path)).toThrow('Lock conflict')
  expect(table.take('a', { isDeep: false })).not.toBe(token)
  releaseLock(service.db, token)
  releaseLock(service.db, token)
  expect(table.conflicts(['a/b/c'])).toEqual([])
})

test('L1 a lock ends with its time, can be renewed until then, and is deleted afterwards', async () => {
  const service = await openTestService()
  const { db, clock } = service
  const table = tableOf(service)
  const token = table.take('x', { expiresAt: clock.time + 1000 })
  expect(lockByToken(db, token, clock.time)).toMatchObject({
    segments: ['x'],
    host: 'my',
    isDeep: true,
    expiresAt: clock.time + 1000,
    wopiLock: null,
  })
  expect(renewLock(db, token, clock.time + 5000)).toBe(true)
  clock.time += 1000
  expect(table.conflicts(['x'])).toHaveLength(1)
  expect(lockAt(db, table.target('x'), clock.time)?.token).toBe(token)
  clock.time += 4000
  expect(table.conflicts(['x'])).toEqual([])
  expect(lockByToken(db, token, clock.time)).toBeUndefined()
  expect(lockAt(db, table.target('x'), clock.time)).toBeUndefined()
  table.take('y')
  expect(renewLock(db, token, clock.time + 9000)).toBe(false)
})

test('L1 locks outlive a restart of the service until their time is over, and can be taken away then too', async () => {
  const dir = temporaryFolder()
  const first = await openTestService({ dir })
  first.seed.addFile(first.owner, ['x'])
  const table = tableOf(first)
  const forever = table.take('x/below')
  const token = table.take('x', { isDeep: false, expiresAt: first.clock.time + 1000 })
  first.close()
  const now = { time: first.clock.time + 999 }
  const again = await openTestService({ dir, now: () => now.time, users: first })
  const body = { uri: 'svc://my/x', new_name: 'y' }
  const rename = () => again.call('POST', '/file/rename', { as: again.owner, body })
  const tokens = async () => (await rename()).data.map((entry: { token: string }) => entry.token)
  expect(await tokens()).toEqual([token, forever])
  now.time += 1
  expect(await tokens()).toEqual([forever])
  await again.call('DELETE', '/file/lock', { as: again.owner, body: { tokens: [forever] } })
  expect((await rename()).code).toBe(0)
  again.close()
})

test('L1 a check finds exactly what is in the way among ten thousand locks', async () => {
  const service = await openTestService()
  const table = tableOf(service)
  service.db.transaction(() => {
    for (let i = 0; i < 10_000; i++) {
      const path = ['d', String(i % 100), 'e', String(i)]
      service.seed.addLock({ owner: service.owner, path, application: { type: 'dav' } })
    }
  })
  expect(table.conflicts(['d/5/e/a/b/c/d/e/f', 'd/200', 'other'])).toHaveLength(0)
  expect(table.conflicts(['d/5'])).toHaveLength(100)
  expect(table.conflicts(['d'])).toHaveLength(1000)
})
