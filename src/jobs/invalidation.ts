import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { FailureContext, TypedName } from '#src/jobs/messages/toasts.ts'
import { PagedList } from '#src/lists/paged-list.ts'

/** Queries that are being read again because of a failure whose toast is shown already. */
const silentRefetches = new WeakSet<object>()
export const isSilentRefetch = (query: object): boolean => silentRefetches.has(query)

/**
 * Marks these keys as stale. Queries on screen are refetched; paged lists are only marked, and reloaded when their page
 * is entered or refreshed. `isQuiet`: the message about a failure that made this necessary covers these reads too.
 */
export function invalidateKeys(
  client: QueryClient,
  keys: readonly QueryKey[],
  isQuiet = false,
): void {
  for (const query of client.getQueryCache().getAll()) {
    if (!keys.some((queryKey) => matchQuery({ queryKey }, query))) continue
    if (query.state.data instanceof PagedList) query.state.data.markStale()
    else {
      if (isQuiet) silentRefetches.add(query)
      const reading = client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      void reading.finally(() => silentRefetches.delete(query))
    }
  }
}

type WriteMeta<V> = {
  /** What is stale once the write has settled, successful or not. */
  invalidates: (variables: V) => readonly QueryKey[]
  /** Whether the write before it can still be undone: it only looks something up, or has counted as a write before. */
  keepsLastUndo?: boolean
  typedName?: ((variables: V) => TypedName | undefined) | undefined
  /** What the toast about a failure names. Without it whatever has started the write shows the failure. */
  failureContext?: ((variables: V) => FailureContext) | undefined
}
export const createWriteMeta = <V>(meta: WriteMeta<V>): Record<string, unknown> => meta
export const writeMetaOf = ({ meta }: { readonly meta: Record<string, unknown> | undefined }) =>
  (meta ?? {}) as Partial<WriteMeta<unknown>>
