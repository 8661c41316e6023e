import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { listFiles, getFile } from '#src/api/files.ts'
import { getOwnShare } from '#src/api/shares.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { type File, FileType, Metadata } from '#src/contract/file.ts'
import { SourceType } from '#src/contract/share.ts'
import { childUri, formatUri, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import type { Listing } from './listing.ts'
import { shareListKey, type ShareRow } from './share-list.ts'

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.notFound

/** A link whose item lies in a trashed folder is listed as live; asking for it tells. The row learns it too. */
function markGone(client: QueryClient, id: string): void {
  const listing = client.getQueryData<Listing<ShareRow>>(shareListKey)
  const slot = listing?.slotOf(id)
  const row = slot === undefined ? undefined : listing?.at(slot)
  if (row && !row.isExpired) listing?.put([{ ...row, isExpired: true }])
}

/** Where the shared item is now. */
export type ShareSource =
  | { at: 'place'; uri: string; folder: string; name: string }
  | { at: 'trash'; name: string }
  | { at: 'unknown' }

async function findByShare(uri: string, shareId: string, name: string) {
  let cursor: string | undefined
  do {
    const page = await listFiles(uri, { size: 100, cursor })
    for (const file of page.files) {
      if (file.name !== name || file.path === undefined) continue
      const info = await getFile(file.path, { extended: true })
      if (info.extended_info?.shares?.some((share) => share.id === shareId)) return info
    }
    cursor = page.pagination?.next_token
  } while (cursor)
  return undefined
}

/** The address as listings write it: one's own space goes without one's id. */
function ownUri(uri: string): string {
  const { id: _id, ...own } = parseUri(uri)
  return formatUri(own)
}

function placeOf(file: File): ShareSource {
  const uri = file.path ?? rootUri('my')
  return { at: 'place', uri, folder: parentUri(uri) ?? rootUri('my'), name: file.name }
}

/** Finds a link's item the way the public server allows it: by the link itself while it lives, else by name. */
async function findSource(row: ShareRow): Promise<ShareSource> {
  try {
    const share = await getOwnShare(row.id, row.password ?? undefined)
    if (share.source_uri) {
      const isFolder = share.source_type === SourceType.folder
      const found = ownUri(share.source_uri)
      const uri = isFolder ? found : childUri(found, share.name)
      return { at: 'place', uri, folder: parentUri(uri) ?? rootUri('my'), name: share.name }
    }
  } catch (error) {
    if (!isGone(error)) throw error
  }
  const exact: [string, string] = ['name', `"${row.name}"`]
  const living = await findByShare(
    formatUri({ host: 'my', segments: [], search: [exact] }),
    row.id,
    row.name,
  )
  if (living) return placeOf(living)
  const needle: [string, string] = [`meta_${Metadata.restoreUri}`, encodeURIComponent(row.name)]
  const page = await listFiles(formatUri({ host: 'trash', segments: [], search: [needle] }), {
    size: 100,
    order: 'created_at',
    direction: 'desc',
  })
  const isTrashed = page.files.some(
    (file) =>
      file.name === row.name &&
      (file.type === FileType.folder) === (row.sourceType === SourceType.folder),
  )
  return isTrashed ? { at: 'trash', name: row.name } : { at: 'unknown' }
}

export const shares = {
  /** The whole record of one link. A dead link answers 404 even to its owner. */
  detail: (row: ShareRow) =>
    queryOptions({
      queryKey: ['shares', 'detail', row.id],
      queryFn: async ({ signal, client }) => {
        try {
          return await getOwnShare(row.id, row.password ?? undefined, signal)
        } catch (error) {
          if (isGone(error)) markGone(client, row.id)
          throw error
        }
      },
      // The answer to a dead link is its state, shown as such.
      meta: { isInline: true },
    }),
  /** Looks the source of a link up, now: what a click on "Show" waits for. Nothing is changed. */
  lookUpSource: () => mutationOptions({ mutationFn: findSource, meta: { isInline: true } }),
}
