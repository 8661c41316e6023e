import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError } from '#src/contract/errors.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import {
  forgetLocksOnceRead,
  forgetLocksOfItems,
  rememberLocks,
  useKnownLocks,
} from '#src/jobs/locks/locked-items.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

const marked = () => [...renderHook(useKnownLocks).result.current.keys()].toSorted()

it('L12 a folder stays marked when the contents that its lock is on are only read anew', async () => {
  const [folder, child] = ['svc://my/Docs', 'svc://my/Docs/a.txt']
  const contents = { order: [0], at: () => ({ uri: child }), loadState: { at: 'complete' } }
  rememberLocks([{ conflict: { path: child, type: 0 } }], [{ uri: folder }])
  expect(marked()).toEqual([folder, child])
  const reading = Promise.resolve()
  forgetLocksOnceRead(contents as unknown as PagedList<FileRow>, reading)
  await reading
  expect(marked()).toEqual([folder])
  forgetLocksOfItems([{ uri: child }])
  expect(marked()).toEqual([])
})

it('L12 what a lock stops stays marked while another operation meets the same lock again', async () => {
  const lock = { path: 'svc://my/Docs', type: 1 }
  const [one, other] = ['a.txt', 'b.txt'].map((name) => ({ name, uri: `svc://my/Docs/${name}` }))
  if (!one || !other) throw new Error('no items')
  const resolver = new LockConflictResolver(createOperation('move', [one]))
  const decision = resolver.resolveConflict([{ conflict: lock, item: one }])
  rememberLocks([{ conflict: lock, item: other }], [])
  questionsOfKind(lockQuestion)[0]?.answer({ action: 'retry' })
  expect(await decision).toBe('retry')
  const again = resolver.resolveConflict([{ conflict: lock, item: one }])
  expect(marked()).toEqual([lock.path, one.uri, other.uri])
  questionsOfKind(lockQuestion)[0]?.answer({ action: 'retry' })
  await again
  resolver.close(true)
  expect(marked()).toEqual([])
})

it('L12 an item stays marked when another try fails for another reason, and what it was locked with is free', async () => {
  const items = ['a', 'b'].map((id) => ({ id, name: id, uri: `svc://my/${id}` }))
  const lockOn = (uri: string) =>
    new LockConflictError({ code: ErrorCode.lockConflict }, [{ path: uri, type: 0 }])
  let errors = new Map<string, ApiError>(items.map(({ uri }) => [uri, lockOn(uri)]))
  const job = defineJob<JobItem, { readonly items: readonly JobItem[] }>({
    operation: (input) => createOperation('trash', input.items),
    createSender: () => async () => {
      if (errors.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, errors)
    },
    isDone: async () => false,
    invalidates: () => [],
  })
  const client = createQueryClient()
  const trashing = startMutation(client, job(), { items })
  await vi.waitFor(() => expect(questionsOfKind(lockQuestion)).toHaveLength(1))
  expect(marked()).toEqual(['a', 'b'])
  errors = new Map([['svc://my/a', new ApiError({ code: ErrorCode.forbidden })]])
  questionsOfKind(lockQuestion)[0]?.answer({ action: 'retry' })
  expect(await trashing).toMatchObject({ done: [{ id: 'b' }], failed: [{ item: { id: 'a' } }] })
  expect(marked()).toEqual(['a'])
  client.clear()
})
