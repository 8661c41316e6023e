import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  forgetLocksOnceRead,
  forgetLocksOfItems,
  rememberLocks,
  useKnownLocks,
} from '#src/jobs/locks/locked-items.ts'
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
