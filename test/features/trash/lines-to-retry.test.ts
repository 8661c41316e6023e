import { expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { linesToRetry } from '#src/features/trash/job-result/unprocessed-items.ts'

it('T5 Retry counts only what another try can restore', () => {
  const lines = [ErrorCode.staleUri, ErrorCode.internal].map((code) => {
    const item = { id: `${code}`, uri: `svc://trash/${code}`, name: 'a.txt' }
    return { item, failure: { item, error: new ApiError({ code }) } }
  })
  expect(linesToRetry([{ reason: 'other', lines }])).toEqual(lines.slice(1))
})
