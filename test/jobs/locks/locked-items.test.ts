import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  forgetLocksInList,
  forgetLocksOfItems,
  rememberLocks,
  useKnownLocks,
} from '#src/jobs/locks/locked-items.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

const marked = () => [...renderHook(useKnownLocks).result.current.keys()].toSorted()

it('L12 a folder stays marked when the contents that its lock is on are only read anew', () => {
  const [folder, child] = ['svc://my/Docs', 'svc://my/Docs/a.txt']
  const contents = { order: [0], at: () => ({ uri: child }) }
  rememberLocks([{ conflict: { path: child, type: 0 } }], [folder])
  expect(marked()).toEqual([folder, child])
  forgetLocksInList(contents as unknown as PagedList<FileRow>)
  expect(marked()).toEqual([folder])
  forgetLocksOfItems([child])
  expect(marked()).toEqual([])
})
