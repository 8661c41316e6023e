import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { defineBatch } from '#src/queries/batch.ts'
import { createQueryClient } from '#src/queries/client.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import { decideLock } from '#src/stores/lock-session-handle.ts'
import { currentLockSessions } from '#src/stores/lock-sessions.ts'
import { resetStores } from '#src/stores/resets.ts'

/*
 * The ledger over a service that misbehaves in every way a service can: whatever happens, each item ends in one list,
 * what is called done was done, and nothing is done twice.
 */

afterEach(resetStores)

type Kind = 'ok' | 'fails' | 'locked' | 'lockedNested'
type Mishap = 'none' | 'lostBefore' | 'lostAfter' | 'unavailable' | 'tooLarge' | 'half'
type Plan = {
  kinds: Kind[]
  mishaps: Mishap[]
  answers: ('skip' | 'cancel' | 'retry' | 'free')[]
  isAllOrNothing: boolean
  encodesKeys: boolean
}

const uriOf = (at: number) => `svc://my/folder/item ${at}`.replaceAll(' ', '%20')
const wait = () => new Promise((resolve) => setTimeout(resolve, 1))

/** A service in which each item can be done to once. */
function modelOf({ kinds, mishaps, isAllOrNothing, encodesKeys }: Plan) {
  const done = new Map<string, number>()
  const free = new Set<string>()
  const left = [...mishaps]
  const kindOf = (item: BatchItem) => kinds[Number(item.id)] ?? 'ok'
  const isLocked = (item: BatchItem) => kindOf(item).startsWith('locked') && !free.has(item.id)
  const lock = (item: BatchItem) =>
    new LockConflictError({ code: Code.lockConflict }, [
      { path: item.uri, token: `t${item.id}`, type: 0 },
    ])
  function apply(items: readonly BatchItem[]): void {
    const stopped = items.find((item) => kindOf(item) === 'locked' && isLocked(item))
    if (stopped) throw lock(stopped)
    const failures = new Map<string, ApiError>()
    for (const item of items) {
      const key = encodesKeys ? item.uri.replace('folder', '%66older') : item.uri
      if (isLocked(item)) failures.set(key, lock(item))
      else if (kindOf(item) === 'fails') failures.set(key, new ApiError({ code: Code.nameTaken }))
    }
    const [first] = failures.values()
    if (first && isAllOrNothing) throw first
    for (const item of items) {
      const key = encodesKeys ? item.uri.replace('folder', '%66older') : item.uri
      if (!failures.has(key)) done.set(item.id, (done.get(item.id) ?? 0) + 1)
    }
    if (failures.size > 0) throw new BatchError({ code: Code.batchIncomplete }, failures)
  }
  return {
    done,
    freeAll: () => kinds.forEach((_, at) => free.add(String(at))),
    isDone: (item: BatchItem) => done.has(item.id),
    send(items: readonly BatchItem[]): void {
      switch (left.shift()) {
        case 'lostBefore':
          throw new TransportError('network', { retryAfter: 1 })
        case 'lostAfter':
          try {
            apply(items)
          } catch {
            // The answer is lost, whatever it was.
          }
          throw new TransportError('network', { retryAfter: 1 })
        case 'unavailable':
          throw new TransportError('http', { status: 503, retryAfter: 1 })
        case 'tooLarge':
          if (items.length > 1) throw new ApiError({ code: Code.batchTooLarge })
          return apply(items)
        case 'half':
          if (!isAllOrNothing) {
            try {
              apply(items.slice(0, Math.ceil(items.length / 2)))
            } catch {
              // Cut in the middle.
            }
          }
          throw new TransportError('malformed', { status: 200 })
        default:
          return apply(items)
      }
    },
  }
}

async function run(plan: Plan) {
  const model = modelOf(plan)
  const items = plan.kinds.map((_, at) => ({ id: String(at), uri: uriOf(at), name: `item ${at}` }))
  const options = defineBatch<{ items: readonly BatchItem[] }>({
    operation: () => ({ kind: 'trash', name: 'item', count: items.length }),
    items: (variables) => variables.items,
    send: async (part) => model.send(part),
    isDone: async (item) => model.isDone(item),
    blamesOne: (error) => error.code === Code.nameTaken,
    invalidates: () => [],
    narrow: (_, fewer) => ({ items: fewer }),
  })
  const client = createQueryClient()
  const answers = [...plan.answers]
  const running = client.getMutationCache().build(client, options).execute({ items })
  const isOver = () => running.then(() => true).catch(() => true)
  while (!(await Promise.race([isOver(), wait().then(() => false)]))) {
    const [asked] = currentLockSessions()
    if (asked?.state !== 'asking') continue
    const answer = answers.shift() ?? 'cancel'
    if (answer === 'free') model.freeAll()
    decideLock(asked.id, { go: answer === 'free' ? 'retry' : answer })
  }
  client.clear()
  return { result: await running, model, items }
}

describe('a batch, whatever the service does', () => {
  it('ends every item in one list, tells the truth about it and does nothing twice', async () => {
    const kinds = fc.constantFrom<Kind>('ok', 'ok', 'fails', 'locked', 'lockedNested')
    const mishaps = fc.constantFrom<Mishap>(
      'none',
      'none',
      'lostBefore',
      'lostAfter',
      'unavailable',
      'tooLarge',
      'half',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          kinds: fc.oneof(
            fc.array(kinds, { minLength: 1, maxLength: 12 }),
            fc.array(kinds, { minLength: 195, maxLength: 215 }),
          ),
          mishaps: fc.array(mishaps, { maxLength: 6 }),
          answers: fc.array(fc.constantFrom('skip', 'cancel', 'retry', 'free'), { maxLength: 4 }),
          isAllOrNothing: fc.boolean(),
          encodesKeys: fc.boolean(),
        }),
        async (plan) => {
          const { result, model, items } = await run(plan)
          const listed = [
            ...result.done,
            ...result.failed.map(({ item }) => item),
            ...result.locked,
            ...result.left,
          ].map(({ id }) => id)
          expect(listed).toHaveLength(items.length)
          expect(new Set(listed).size).toBe(items.length)
          expect(result.done.map(({ id }) => id).sort()).toEqual([...model.done.keys()].sort())
          expect([...model.done.values()].every((times) => times === 1)).toBe(true)
          for (const { item } of result.failed) {
            expect(plan.mishaps.includes('half') || plan.kinds[Number(item.id)] === 'fails').toBe(
              true,
            )
          }
          for (const { id } of result.locked) expect(plan.kinds[Number(id)]).toMatch(/^locked/)
        },
      ),
      { numRuns: 120 },
    )
  }, 60_000)
})
