import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem, JobResult } from '#src/jobs/store/job.ts'
import { readUnfinishedJournals, deleteJournalsOfUser } from '#src/platform/operation-journal.ts'

/*
 * The job runner over a service that misbehaves in every way a service can: whatever happens, each item ends in one
 * list, what is called done was done, and nothing is done twice.
 */

const reset = () => {
  resetStores()
  resetSession()
}
// A file before this one may have left a page that was signed out.
beforeEach(reset)
afterEach(reset)

type Kind = 'ok' | 'fails' | 'locked' | 'lockedNested'
type Mishap = 'none' | 'lostBefore' | 'lostAfter' | 'unavailable' | 'tooLarge' | 'half'
type Plan = {
  kinds: Kind[]
  /** How deep each item's destination lies. */
  depths: number[]
  mishaps: Mishap[]
  answers: ('skip' | 'cancel' | 'retry' | 'free')[]
  isAllOrNothing: boolean
  encodesKeys: boolean
}

const uriOf = (at: number) => `svc://my/folder/item ${at}`.replaceAll(' ', '%20')
/** Lets timers and promises that are due run. */
const wait = () => new Promise((resolve) => setImmediate(resolve))

/** A service in which each item can be done to once. */
function modelOf({ kinds, depths, mishaps, isAllOrNothing, encodesKeys }: Plan) {
  const done = new Map<string, number>()
  const inFlight: (readonly JobItem[])[] = []
  const depthOf = (item: JobItem) => depths[Number(item.id)] ?? 0
  const free = new Set<string>()
  const left = [...mishaps]
  const kindOf = (item: JobItem) => kinds[Number(item.id)] ?? 'ok'
  const isLocked = (item: JobItem) => kindOf(item).startsWith('locked') && !free.has(item.id)
  const lock = (item: JobItem) =>
    new LockConflictError({ code: ErrorCode.lockConflict }, [
      { path: item.uri, token: `t${item.id}`, type: 0 },
    ])
  function apply(items: readonly JobItem[]): void {
    const stopped = items.find((item) => kindOf(item) === 'locked' && isLocked(item))
    if (stopped) throw lock(stopped)
    const failures = new Map<string, ApiError>()
    for (const item of items) {
      const key = encodesKeys ? item.uri.replace('folder', '%66older') : item.uri
      if (isLocked(item)) failures.set(key, lock(item))
      else if (kindOf(item) === 'fails')
        failures.set(key, new ApiError({ code: ErrorCode.nameTaken }))
    }
    const [first] = failures.values()
    if (first && isAllOrNothing) throw first
    for (const item of items) {
      const key = encodesKeys ? item.uri.replace('folder', '%66older') : item.uri
      if (!failures.has(key)) done.set(item.id, (done.get(item.id) ?? 0) + 1)
    }
    if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
  }
  return {
    done,
    freeAll: () => kinds.forEach((_, at) => free.add(String(at))),
    depthOf,
    isDone: (item: JobItem) => done.has(item.id),
    /** At most two requests at the same time, and all of one depth. */
    async inTurn(items: readonly JobItem[], work: () => void): Promise<void> {
      inFlight.push(items)
      try {
        const depthsNow = new Set(inFlight.flat().map(depthOf))
        if (inFlight.length > 2 || depthsNow.size > 1)
          broken.push(inFlight.map((each) => each.length))
        await wait()
        work()
      } finally {
        inFlight.splice(inFlight.indexOf(items), 1)
      }
    },
    send(items: readonly JobItem[]): void {
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
          if (items.length > 1) throw new ApiError({ code: ErrorCode.batchTooLarge })
          return apply(items)
        case 'half':
          if (!isAllOrNothing) {
            try {
              apply(items.slice(0, Math.ceil(items.length / 2)))
            } catch {
              // The answer is cut in the middle.
            }
          }
          throw new TransportError('malformed', { status: 200 })
        default:
          return apply(items)
      }
    },
  }
}

/** Rules that were broken on the way. */
const broken: unknown[] = []

const itemsOf = ({ kinds }: Plan) =>
  kinds.map((_, at) => ({ id: String(at), uri: uriOf(at), name: `item ${at}` }))

type Model = ReturnType<typeof modelOf>

const Variables = v.object({
  items: v.array(v.object({ id: v.string(), uri: v.string(), name: v.string() })),
})

/** A job over the model; `isCut` says whether the page is gone, so that nothing answers any more. */
const jobOf = (model: Model, count: number, isCut: () => boolean = () => false) =>
  defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    journal: { name: 'model', input: Variables },
    operation: () => ({ kind: 'trash', name: 'item', count }),
    stages: (part) =>
      [0, 1, 2].map((depth) => ({
        items: part.filter((item) => model.depthOf(item) === depth),
        maxInFlight: 2,
      })),
    createSender: () => async (part) => {
      if (isCut()) return never
      await model.inTurn(part, () => model.send(part))
      if (isCut()) return never
    },
    isDone: async (item) => model.isDone(item),
    shouldBisect: (error) => error.code === ErrorCode.nameTaken,
    invalidates: () => [],
  })
const never = new Promise<never>(() => {})

async function run(plan: Plan) {
  const model = modelOf(plan)
  const items = itemsOf(plan)
  const job = jobOf(model, items.length)
  const client = createQueryClient()
  const running = startMutation(client, job(), { items })
  await answer(running, model, plan.answers)
  client.clear()
  return { result: await running, model, items }
}

/** Answers every question of a job until it has ended, or the page is gone. */
async function answer(
  running: Promise<unknown>,
  model: Model,
  given: Plan['answers'],
  isCut: () => boolean = () => false,
): Promise<void> {
  const answers = [...given]
  const isOver = () => running.then(() => true).catch(() => true)
  while (!isCut() && !(await Promise.race([isOver(), wait().then(() => false)]))) {
    const [asked] = questionsOfKind(lockQuestion)
    if (asked?.state !== 'asking') continue
    const next = answers.shift() ?? 'cancel'
    if (next === 'free') model.freeAll()
    asked.answer({ action: next === 'free' ? 'retry' : next })
  }
}

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
const plans: fc.Arbitrary<Plan> = fc.record({
  kinds: fc.oneof(
    fc.array(kinds, { minLength: 1, maxLength: 12 }),
    fc.array(kinds, { minLength: 195, maxLength: 215 }),
  ),
  depths: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 215 }),
  mishaps: fc.array(mishaps, { maxLength: 6 }),
  answers: fc.array(fc.constantFrom('skip', 'cancel', 'retry', 'free'), { maxLength: 4 }),
  isAllOrNothing: fc.boolean(),
  encodesKeys: fc.boolean(),
})

/** Every item in one list; what is called done was done, and once. */
function expectTruth(plan: Plan, result: JobResult, model: Model): void {
  const listed = [
    ...result.done,
    ...result.failed.map(({ item }) => item),
    ...result.locked,
    ...result.left,
  ].map(({ id }) => id)
  expect(listed).toHaveLength(plan.kinds.length)
  expect(new Set(listed).size).toBe(plan.kinds.length)
  expect(result.done.map(({ id }) => id).sort()).toEqual([...model.done.keys()].sort())
  expect([...model.done.values()].every((times) => times === 1)).toBe(true)
  for (const { item, error } of result.failed) {
    // A service that does not answer in words, or is not there for too long, fails what was not done by then.
    const isExcused = plan.mishaps.some((mishap) => mishap === 'half' || mishap === 'unavailable')
    if (error instanceof TransportError) expect(isExcused).toBe(true)
    else expect(plan.kinds[Number(item.id)]).toBe('fails')
  }
  for (const { id } of result.locked) expect(plan.kinds[Number(id)]).toMatch(/^locked/)
  expect(broken).toEqual([])
}

describe('a job, whatever the service does', () => {
  it('ends every item in one list, tells the truth about it and does nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { result, model } = await run(plan)
        expectTruth(plan, result, model)
      }),
      { numRuns: 120 },
    )
  }, 60_000)

  it('goes on after a crash at any moment, and loses and repeats nothing', async () => {
    const user = 'mei'
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 0, max: 12 }), async (plan, steps) => {
        setSession({ status: 'active', userId: user })
        const model = modelOf(plan)
        const items = itemsOf(plan)
        fc.pre(items.length > 1)
        let left = steps
        const cut = jobOf(model, items.length, () => left-- <= 0)
        const client = createQueryClient()
        const running = startMutation(client, cut(), { items })
        await answer(running, model, plan.answers, () => left < 0)
        for (let turn = 0; turn < 3; turn++) await wait()
        // The page is gone, not its user: nothing is shown and nothing is written any more.
        resetSession()
        resetStores()
        setSession({ status: 'active', userId: user })
        const [record] = await readUnfinishedJournals(user)
        if (record) {
          const restored = readJournaledJob(record)
          const journal = restored && (await JobJournal.resume(restored.id))
          if (!restored || !journal) throw new Error('the journal cannot be read')
          expect(restored.items).toEqual(items)
          const job = jobOf(model, items.length)
          const resuming = resumableJob(job).resume(client, { restored, journal })
          await answer(resuming, model, plan.answers)
          const result = await resuming
          if (!result) throw new Error('the job cannot be resumed')
          expectTruth(plan, result, model)
        } else expectTruth(plan, await running, model)
        client.clear()
        resetStores()
        await deleteJournalsOfUser(user)
      }),
      { numRuns: 80 },
    )
  }, 60_000)
})
