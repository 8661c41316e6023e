import * as api from '#src/api/files/files.ts'
import { isRefusal } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError, SessionEndedError } from '#src/contract/errors.ts'
import { urisOf } from '#src/contract/uri.ts'
import { itemsByLockConflict, matchFailures, splitInHalf } from '#src/jobs/runner/failures.ts'

/**
 * Sends items of which the service may refuse some: a refusal of the whole request is narrowed down to the items that
 * caused it. Returns those with their errors, by item; the others are done. Throws what does not say which were refused,
 * except for a single item, which may have been processed when its error is no refusal. `targetOf`: the URI that an item
 * is to get, where a lock stops it too.
 */
export async function sendBisecting<T extends { readonly uri: string }>(
  items: readonly T[],
  send: (items: readonly T[]) => Promise<void>,
  targetOf: (item: T) => string | null = ({ uri }) => uri,
): Promise<Map<T, ApiError>> {
  if (items.length === 0) return new Map()
  try {
    await send(items)
    return new Map()
  } catch (error) {
    if (error instanceof SessionEndedError || !(error instanceof ApiError)) throw error
    const [first] = items
    if (error instanceof BatchError && error.failures.size > 0) {
      const { failed, unmatched } = matchFailures(items, error.failures)
      // The error of an item that was not in the request leaves it open what became of the others: they are looked up.
      if (unmatched) throw error
      return failed
    }
    if (items.length === 1 && first) return new Map([[first, error]])
    // Nobody knows what was done before it.
    if (!isRefusal(error)) throw error
    const refused = new Map<T, ApiError>()
    if (error instanceof LockConflictError)
      for (const [own, some] of itemsByLockConflict(items, error, (item) => [
        item.uri,
        targetOf(item) ?? item.uri,
      ]))
        for (const item of some) refused.set(item, own)
    const free = items.filter((item) => !refused.has(item))
    for (const part of refused.size > 0 ? [free] : splitInHalf(items))
      for (const [item, reason] of await withKnownFailures(
        refused,
        sendBisecting(part, send, targetOf),
      ))
        refused.set(item, reason)
    return refused
  }
}

type Failures = ReadonlyMap<{ readonly uri: string }, ApiError>

/** It has an error for each of the items that could not be brought to its folder. */
export const toBatchError = (failures: Failures, others?: BatchError): BatchError =>
  new BatchError(
    { code: ErrorCode.batchIncomplete },
    new Map([
      ...(others?.failures ?? []),
      ...Array.from(failures, ([{ uri }, error]): [string, ApiError] => [uri, error]),
    ]),
  )

/** The next step: when that leaves it open what became of some items, these failures of an earlier one still hold. */
export const withKnownFailures = <T>(failures: Failures, step: Promise<T>): Promise<T> =>
  step.catch((error: unknown) => {
    throw error instanceof BatchError ? toBatchError(failures, error) : error
  })

export function moveCopyOrRestore(
  items: readonly { readonly uri: string }[],
  to: string | undefined,
  { isCopy, signal }: { readonly isCopy: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const uris = urisOf(items)
  return to === undefined
    ? api.restoreFiles(uris, signal)
    : api.transferFiles(uris, to, isCopy, signal)
}
