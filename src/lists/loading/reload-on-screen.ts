import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Loads a list again if it is on screen. Others are loaded again when they are entered, once they are stale. */
export function reloadListIfOnScreen(client: QueryClient, queryKey: QueryKey): void {
  const filters = { queryKey, exact: true }
  const query = client.getQueryCache().find(filters)
  if (query && query.getObserversCount() > 0) void client.refetchQueries(filters)
}
