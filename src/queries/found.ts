import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listFiles } from '#src/api/files.ts'
import { type FileRow, type Folder, toFileRow, toFolder } from './files.ts'
import { listOptions } from './list.ts'
import { Listing, type PageSource } from './listing.ts'

type Place = { cursor: string; size: number | undefined }

/** Pages of a search. Their order is the service's: the public server offers none for what lies in many folders. */
function foundPages(uri: string): PageSource<FileRow, Place, Folder> {
  return async (place, signal) => {
    const list = await listFiles(uri, { ...place }, signal)
    const capability = list.props?.capability ?? null
    const token = list.pagination?.next_token
    return {
      rows: list.files.map((file) => toFileRow(file, capability)),
      head: toFolder(list),
      ...(token ? { next: { cursor: token, size: list.props?.max_page_size } } : {}),
    }
  }
}

/** A search that nobody looks at is forgotten; the rest of its walk is not asked for. */
function closeWhenForgotten(client: QueryClient, listing: Listing<FileRow, Folder>): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.state.data !== listing) return
    stop()
    listing.close()
  })
}

/** What is found in a folder and below. The address of the folder holds the conditions (contract.md §4.6). */
export function found(uri: string) {
  const queryKey = ['files', 'found', uri]
  return queryOptions({
    ...listOptions(queryKey, () => foundPages(uri)),
    queryFn: async ({ signal, client }): Promise<Listing<FileRow, Folder>> => {
      const known = client.getQueryData<Listing<FileRow, Folder>>(queryKey)
      if (known) {
        await known.again()
        return known
      }
      const listing = await Listing.over(foundPages(uri)).start(signal)
      closeWhenForgotten(client, listing)
      return listing
    },
    gcTime: 0,
  })
}
