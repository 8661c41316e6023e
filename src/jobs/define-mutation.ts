import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { withLockRetry } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { forgetLocksOn } from '#src/jobs/locks/locked-items.ts'
import { assertUriIsCurrent } from '#src/jobs/verification/item-lookup.ts'
import type { Operation } from '#src/lib/operation.ts'
import { mutationMeta } from './invalidation.ts'

type Definition<V, D> = {
  send: (variables: V, client: QueryClient) => Promise<D>
  /** Describes the write in messages and in the lock dialog. */
  operation: (variables: V) => Operation
  invalidates: (variables: V) => readonly QueryKey[]
  /** Updates lists on screen after the service has confirmed the write. */
  patch?: (client: QueryClient, data: D, variables: V) => void
  /**
   * Called when no response arrived: looks up whether the write was carried out. Resolves to its result, or undefined
   * when it was not.
   */
  check?: (variables: V) => Promise<D | undefined>
  /**
   * The item that the write addresses by its URI: after a wait for a lock it is sent again only if that still leads to it.
   */
  item?: (variables: V) => { readonly id: string; readonly uri: string }
  /** Whether time has passed since the item was read, so that this is looked up before the first attempt too. */
  urisMayBeStale?: (variables: V) => boolean
  errorShownInline?: boolean
}

/** Whether the request may have been carried out although no response arrived. */
const isUncertain = (error: unknown): boolean => error instanceof TransportError

/**
 * Defines a write of one item. All of them are defined here, so that every write passes the lock retry and declares what
 * it invalidates.
 */
export const defineMutation = <V, D>(definition: Definition<V, D>) => {
  const { send, operation, invalidates, patch, check, item, urisMayBeStale, errorShownInline } =
    definition
  const sendOnce = async (variables: V, client: QueryClient): Promise<D> => {
    try {
      return await send(variables, client)
    } catch (error) {
      if (!check || !isUncertain(error)) throw error
      const found = await lookUpWithRetry(() => check(variables)).catch((failure: unknown) => {
        // Whoever started it has signed out meanwhile.
        if (failure instanceof SessionEndedError) throw failure
        return undefined
      })
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
      const uri = item?.(variables).uri
      const data = await withLockRetry(operation(variables), sendChecked, uri)
      if (uri !== undefined) forgetLocksOn([uri])
      patch?.(client, data, variables)
      return data
    },
    meta: mutationMeta<V>({
      invalidates,
      failureContext: errorShownInline
        ? 'shownInline'
        : (variables) => ({ kind: 'notDone', operation: operation(variables) }),
    }),
  })
}
