import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '#src/api/current-session.ts'
import { firstTrashPageParams, listFiles } from '#src/api/files/files.ts'
import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'
import { rootUri } from '#src/contract/uri.ts'
import { type CountedList, countQueryKeys, type ListCount, listQueryKeys } from './list-counts.ts'

/** A count older than this is read again when the tab gets the focus, in ms. */
const maxCountAgeMs = 5 * 60_000

const readers: Record<CountedList, (signal: AbortSignal) => Promise<ListCount>> = {
  links: async (signal) => {
    const { size, next } = await listLinks(firstLinkPageParams, signal)
    return { count: size, isWhole: next === undefined }
  },
  trash: async (signal) => {
    const { files, pagination } = await listFiles(rootUri('trash'), firstTrashPageParams, signal)
    return { count: files.length, isWhole: !pagination?.next_token }
  },
}

/**
 * The count of a list by its first page, apart from the list itself: that is always read when its page is entered, never
 * taken from an older answer.
 */
const countOptions = (client: QueryClient, of: CountedList) =>
  queryOptions({
    enabled: () => client.getQueryData(listQueryKeys[of]) === undefined,
    queryKey: countQueryKeys[of],
    queryFn: ({ signal }) => readers[of](signal),
    staleTime: maxCountAgeMs,
    // The sidebar shows no count when it cannot be read.
    meta: { isInline: true },
  })

/**
 * Keeps the counts of the sidebar while somebody is signed in: they are read once, and again after each write that makes
 * their list stale. Returns the function that stops it.
 */
export function startListCounts(client: QueryClient): () => void {
  let followed: { userId: string; stops: (() => void)[] } | undefined
  const stopAll = () => {
    for (const stop of followed?.stops ?? []) stop()
    followed = undefined
  }
  const onSession = () => {
    const { status, userId } = currentSession()
    if (status === 'ended' || followed?.userId === userId) return
    stopAll()
    if (status !== 'active' || userId === undefined) return
    const follow = (of: CountedList) =>
      new QueryObserver(client, countOptions(client, of)).subscribe(() => {})
    followed = { userId, stops: [follow('links'), follow('trash')] }
  }
  const stopSession = onSessionChange(onSession)
  onSession()
  return () => {
    stopSession()
    stopAll()
  }
}
