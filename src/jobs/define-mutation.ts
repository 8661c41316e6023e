import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { LockConflictError, SessionEndedError, TransportError } from '#src/contract/errors.ts'
import {
  type LockConflictOptions,
  LockConflictResolver,
} from '#src/jobs/locks/lock-conflict-resolver.ts'
import { forgetLocksOfItems } from '#src/jobs/locks/locked-items.ts'
import type { TypedName } from '#src/jobs/messages/toasts.ts'
import { assertUriIsCurrent } from '#src/jobs/verification/item-lookup.ts'
import type { Operation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { createWriteMeta } from './invalidation.ts'

type Definition<V, D> = {
  send: (variables: V, client: QueryClient) => Promise<D>
  operation: (variables: V) => Operation
  invalidates: (variables: V) => readonly QueryKey[]
  /** Updates lists on screen after the service has confirmed the write. */
  patch?: (client: QueryClient, data: D, variables: V) => void
  /** Whether `patch` also shows a message. */
  showsSuccess?: true
  /**
   * Called when no response arrived: looks up whether the write was carried out. Resolves to its result, or undefined
   * when it was not. `sentAt` is by the clock of the service, in ms since 1970.
   */
  check?: (variables: V, sentAt: number) => Promise<D | undefined>
  /**
   * The item that the write addresses by its URI: after a wait for a lock it is sent again only if that still leads to it.
   */
  item?: (variables: V) => { readonly id: string; readonly uri: string }
  /** Whether time has passed since the item was read, so that this is looked up before the first attempt too. */
  urisMayBeStale?: (variables: V) => boolean
  /** A name that would be lost when the user cancels at a lock. */
  typedName?: (variables: V) => TypedName | undefined
  /** Whether whatever has started the write shows its failure. */
  isInline?: true
}

/**
 * Sends a write of one item, asks the user when something is locked, and sends again. The caller sees one pending promise
 * for all attempts. Rejects with {@link LockCancelledError} when the user cancels.
 */
export async function withLockRetry<D>(
  operation: Operation,
  sendOnce: () => Promise<D>,
  options?: Pick<LockConflictOptions, 'item' | 'showsSuccess' | 'stop'>,
): Promise<D> {
  const resolver = new LockConflictResolver(operation, options)
  let isDone = false
  try {
    for (;;) {
      try {
        const data = await sendOnce()
        isDone = true
        return data
      } catch (error) {
        if (!(error instanceof LockConflictError)) throw error
        await resolver.resolveConflict(error.conflicts.map((conflict) => ({ conflict })))
      }
    }
  } finally {
    resolver.close(isDone)
  }
}

/**
 * Defines a write of one item. All of them are defined here, so that every write passes the lock retry and declares what
 * it invalidates.
 */
export const defineMutation = <V, D>(definition: Definition<V, D>) => {
  const { send, operation, invalidates, patch, check, item, urisMayBeStale, typedName, isInline } =
    definition
  const sendOnce = async (variables: V, client: QueryClient): Promise<D> => {
    const sentAt = serviceNow()
    try {
      return await send(variables, client)
    } catch (error) {
      // Without a response the request may have been carried out all the same.
      if (!check || !(error instanceof TransportError)) throw error
      const found = await lookUpWithRetry(() => check(variables, sentAt)).catch(
        (failure: unknown) => {
          // Whoever started it has signed out meanwhile.
          if (failure instanceof SessionEndedError) throw failure
          return undefined
        },
      )
      if (found === undefined) throw error
      return found
    }
  }
  return mutationOptions<D, Error, V>({
    mutationFn: async (variables, { client }) => {
      let mayBeStale = urisMayBeStale?.(variables)
      const sendChecked = async () => {
        if (item && mayBeStale) await lookUpWithRetry(() => assertUriIsCurrent(item(variables)))
        mayBeStale = true
        return sendOnce(variables, client)
      }
      const written = item?.(variables)
      const data = await withLockRetry(operation(variables), sendChecked, {
        item: written,
        showsSuccess: definition.showsSuccess,
      })
      if (written) forgetLocksOfItems([written])
      patch?.(client, data, variables)
      return data
    },
    meta: createWriteMeta<V>({
      invalidates,
      typedName,
      failureContext: isInline
        ? undefined
        : (variables) => ({ kind: 'notDone', operation: operation(variables) }),
    }),
  })
}
