import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { Listing } from './listing.ts'

/**
 * Says that these are out of date. What is on screen is asked for again; a list is only marked, and walked again when its
 * page is entered or refreshed.
 */
export function makeStale(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const query of client.getQueryCache().getAll()) {
    if (!keys.some((queryKey) => matchQuery({ queryKey }, query))) continue
    if (query.state.data instanceof Listing) query.state.data.markStale()
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** What a write tells the cache about itself, in its `meta`. */
type WriteMeta<V> = {
  /** What is out of date once it has ended, well or not. */
  invalidates: (variables: V) => readonly QueryKey[]
  /** The page shows the failure itself. */
  isInline: boolean
}
export const writeMeta = <V>(meta: WriteMeta<V>): Record<string, unknown> => meta

export const isInline = (meta: Record<string, unknown> | undefined): boolean =>
  meta?.['isInline'] === true

/** The keys that a mutation made stale. */
export function staleKeys(
  meta: Record<string, unknown> | undefined,
  variables: unknown,
): readonly QueryKey[] {
  const { invalidates } = (meta ?? {}) as Partial<WriteMeta<unknown>>
  return invalidates?.(variables) ?? []
}
