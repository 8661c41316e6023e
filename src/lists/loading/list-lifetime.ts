import { matchQuery, type Query, type QueryCache } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import { PagedList } from '#src/lists/paged-list.ts'

/** Number of folder lists without a reader that stay in the cache. */
const maxUnreadFolderLists = 20

const isFolderList = (query: Query): boolean => matchQuery({ queryKey: keys.files.lists() }, query)

/** Whether a component reads the list, or code waits for its rows. */
function isRead(query: Query): boolean {
  const { data } = query.state
  return query.getObserversCount() > 0 || (data instanceof PagedList && data.hasSubscribers)
}

/**
 * Ends the life of paged lists. A list that leaves the cache is closed, and of the folder lists without a reader only
 * the newest {@link maxUnreadFolderLists} stay in it. The share list and the trash are exempt: there is one of each, and
 * the sidebar shows how many rows they have. Search results leave by themselves (`gcTime` 0).
 */
export function startEvictingUnreadLists(cache: QueryCache): void {
  /** Folder lists in the order in which they were last read. */
  const lastRead = new Set<Query>()
  cache.subscribe(({ type, query }) => {
    if (type === 'removed') {
      lastRead.delete(query)
      if (query.state.data instanceof PagedList) query.state.data.close()
    } else if ((type === 'added' || type === 'observerRemoved') && isFolderList(query)) {
      lastRead.delete(query)
      lastRead.add(query)
      const unread = [...lastRead].filter((each) => !isRead(each))
      for (const oldest of unread.slice(0, -maxUnreadFolderLists)) cache.remove(oldest)
    }
  })
}
