import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import {
  forgetLocksOnceRead,
  forgetLocksOfItems,
  rememberLocks,
  useKnownLocks,
} from '#src/jobs/locks/locked-items.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
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
