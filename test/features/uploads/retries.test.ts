import { afterEach, expect, it, vi } from 'vitest'
import { retryOnTransientError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { partRetryPolicy } from '#src/features/uploads/parts/upload-requests.ts'

afterEach(() => void vi.useRealTimers())

/** Sends a part, with these failures before it arrives, and resolves to how often it was sent. */
async function sendPart(failure: (attempt: number) => Error | undefined): Promise<number> {
  vi.useFakeTimers()
  let sent = 0
  const part = retryOnTransientError((attempt) => {
    sent++
    const error = failure(attempt)
    return error ? Promise.reject(error) : Promise.resolve(sent)
  }, partRetryPolicy)
  part.catch(() => undefined)
  await vi.runAllTimersAsync()
  return part
}

it('F2 a refusal after a long outage is retried like any other', async () => {
  const failures = [
    ...Array.from({ length: 12 }, () => new TransportError('network')),
    new TransportError('http', { status: 429 }),
    new TransportError('http', { status: 500 }),
  ]
  expect(await sendPart((attempt) => failures[attempt])).toBe(15)
})

it('F2 a part that the service holds for a minute after a lost connection is sent until it lets go', async () => {
  vi.useFakeTimers()
  const start = Date.now()
  const held = new ApiError({ code: ErrorCode.conflict })
  expect(await sendPart(() => (Date.now() - start < 60_000 ? held : undefined))).toBeGreaterThan(6)
})

it('F2 a part that is refused again and again fails', async () => {
  await expect(sendPart(() => new TransportError('http', { status: 500 }))).rejects.toThrow()
})
