import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TransportError } from '#src/contract/errors.ts'
import { dismissToast, showToast, useToasts } from '#src/jobs/messages/toasts.ts'

const dismissAll = () => {
  const { result } = renderHook(() => useToasts())
  for (const { id } of result.current) dismissToast(id)
}
// What ended after the test of another file may have said so.
beforeEach(dismissAll)
afterEach(dismissAll)

test('a failure that nobody has dismissed stays, however many successes come after it', () => {
  const { result, rerender } = renderHook(() => useToasts())
  showToast({
    kind: 'failed',
    error: new TransportError('timeout'),
    failureContext: { kind: 'notLoaded', what: 'details' },
  })
  for (let count = 1; count <= 6; count++)
    showToast({ kind: 'done', key: 'copied', values: { count } })
  rerender()
  const [first, ...later] = result.current.map(({ message }) => message)
  expect(first?.kind).toBe('failed')
  expect(later).toEqual(
    [4, 5, 6].map((count) => ({ kind: 'done', key: 'copied', values: { count } })),
  )
})

test('the results of jobs make room before it too', () => {
  const { result, rerender } = renderHook(() => useToasts())
  const failureContext = { kind: 'notLoaded', what: 'details' } as const
  showToast({ kind: 'failed', error: new TransportError('timeout'), failureContext })
  for (let jobId = 1; jobId <= 5; jobId++) showToast({ kind: 'job', jobId })
  rerender()
  expect(result.current.map(({ message }) => message.kind)).toEqual(['failed', 'job', 'job', 'job'])
})

test('a job with something to decide stays when later ones have succeeded', () => {
  const { result, rerender } = renderHook(() => useToasts())
  showToast({ kind: 'job', jobId: 1, isOpen: true })
  for (let jobId = 2; jobId <= 5; jobId++) showToast({ kind: 'job', jobId })
  rerender()
  expect(result.current.map(({ message }) => message.kind === 'job' && message.jobId)).toEqual([
    1, 3, 4, 5,
  ])
})

test('of more failures than there is room for the newest stay', () => {
  const { result, rerender } = renderHook(() => useToasts())
  for (const what of ['account', 'details', 'folder', 'list', 'links', 'trash'] as const)
    showToast({
      kind: 'failed',
      error: new TransportError('timeout'),
      failureContext: { kind: 'notLoaded', what },
    })
  rerender()
  expect(
    result.current.map(({ message }) => message.kind === 'failed' && message.failureContext),
  ).toEqual(['folder', 'list', 'links', 'trash'].map((what) => ({ kind: 'notLoaded', what })))
})
