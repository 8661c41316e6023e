import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { listFiles, getFile } from '#src/api/files.ts'
import { getOwnShare } from '#src/api/shares/shares.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { type File, FileType, MetadataKey } from '#src/contract/file.ts'
import { SourceType } from '#src/contract/share.ts'
import { childUri, formatUri, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { mutationMeta } from '#src/queries/invalidation.ts'
import { keys } from '#src/queries/keys.ts'

/**
 * A link whose item is in a trashed folder is listed as live; only a request for it tells (docs/protocol.md §5.2).
 * Marks its row too.
 */
function markGone(client: QueryClient, id: string): void {
  const list = client.getQueryData<PagedList<ShareRow>>(keys.shares.list())
  const slot = list?.slotOf(id)
  const row = slot === undefined ? undefined : list?.at(slot)
  if (row && !row.isExpired) list?.put([{ ...row, isExpired: true }])
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

/** The URI in the form that listings use: without the user's own id. */
function ownUri(uri: string): string {
  const { id: _id, ...own } = parseUri(uri)
  return formatUri(own)
}

function placeOf(file: File): ShareSource {
  const uri = file.path ?? rootUri('my')
  return { at: 'place', uri, folder: parentUri(uri) ?? rootUri('my'), name: file.name }
}

/**
 * Finds the item of a link as the public server allows it: by the link itself while it is live, else by name
 * (docs/protocol.md §10).
 */
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
    if (!isNotFound(error)) throw error
  }
  const exact: [string, string] = ['name', `"${row.name}"`]
  const living = await findByShare(
    formatUri({ host: 'my', segments: [], search: [exact] }),
    row.id,
    row.name,
  )
  if (living) return placeOf(living)
  const needle: [string, string] = [`meta_${MetadataKey.restoreUri}`, encodeURIComponent(row.name)]
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
  /** The full record of one link. A dead link answers 404 even to its owner. */
  detail: (row: ShareRow) =>
    queryOptions({
      queryKey: keys.shares.detail(row.id),
      queryFn: async ({ signal, client }) => {
        try {
          return await getOwnShare(row.id, row.password ?? undefined, signal)
        } catch (error) {
          if (isNotFound(error)) markGone(client, row.id)
          throw error
        }
      },
      // An error for a dead link is shown as its state.
      meta: { isInline: true },
    }),
  /**
   * Looks up the source of a link when the user clicks "Show". A mutation so that the click can wait for it; nothing is
   * changed.
   */
  lookUpSource: () =>
    mutationOptions({
      mutationFn: findSource,
      meta: mutationMeta({ invalidates: () => [], about: 'inline' }),
    }),
}
