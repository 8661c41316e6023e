import type { QueryClient } from '@tanstack/react-query'
import { getFile, listFiles } from '#src/api/files.ts'
import { getOwnShare } from '#src/api/shares/shares.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { type File, MetadataKey } from '#src/contract/file.ts'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, formatUri, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { keys } from '#src/queries/keys.ts'

/** Where the item of a link is now. */
export type ShareSource =
  /** `share` is the link as the service has it now. */
  | { at: 'place'; uri: string; folder: string; name: string; share: Share }
  | { at: 'trash'; name: string }
  /** The item is where it was, and has no such link any more. */
  | { at: 'deleted' }
  | { at: 'unknown' }

/** The URI in the form that listings use: without the user's own id. */
function ownUri(uri: string): string {
  const { id: _id, ...own } = parseUri(uri)
  return formatUri(own)
}

/** Remembered while the tab is open: the link itself no longer tells it once it is dead. */
const rememberUri = (client: QueryClient, id: string, uri: string): void => {
  client.setQueryDefaults(keys.shares.source(id), { gcTime: Infinity })
  client.setQueryData(keys.shares.source(id), uri)
}

const shareOn = (file: File, id: string): Share | undefined =>
  file.extended_info?.shares?.find((share) => share.id === id)

const placeAt = (uri: string, share: Share, name: string): ShareSource => ({
  at: 'place',
  uri,
  folder: parentUri(uri) ?? rootUri('my'),
  name,
  share,
})

async function atRememberedUri(
  client: QueryClient,
  id: string,
  signal?: AbortSignal,
): Promise<ShareSource | undefined> {
  const uri = client.getQueryData<string>(keys.shares.source(id))
  if (uri === undefined) return undefined
  try {
    const file = await getFile(uri, { extended: true }, signal)
    const share = shareOn(file, id)
    return share ? placeAt(uri, share, file.name) : { at: 'deleted' }
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function throughLink(row: ShareRow, signal?: AbortSignal): Promise<ShareSource | undefined> {
  try {
    const share = await getOwnShare(row.id, row.password ?? undefined, signal)
    if (!share.source_uri) return undefined
    const isFolder = share.source_type === SourceType.folder
    const found = ownUri(share.source_uri)
    return placeAt(isFolder ? found : childUri(found, share.name), share, share.name)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function byName(row: ShareRow, signal?: AbortSignal): Promise<ShareSource | undefined> {
  const exact: [string, string] = ['name', `"${row.name}"`]
  const search = formatUri({ host: 'my', segments: [], search: [exact] })
  let cursor: string | undefined
  do {
    const page = await listFiles(search, { size: 100, cursor }, signal)
    for (const file of page.files) {
      if (file.name !== row.name || file.path === undefined) continue
      const share = shareOn(await getFile(file.path, { extended: true }, signal), row.id)
      if (share) return placeAt(file.path, share, file.name)
    }
    cursor = page.pagination?.next_token
  } while (cursor)
  return undefined
}

async function isInTrash(row: ShareRow, signal?: AbortSignal): Promise<boolean> {
  const needle: [string, string] = [`meta_${MetadataKey.restoreUri}`, encodeURIComponent(row.name)]
  const page = await listFiles(
    formatUri({ host: 'trash', segments: [], search: [needle] }),
    { size: 100, order: 'created_at', direction: 'desc' },
    signal,
  )
  for (const { name, path } of page.files) {
    if (name !== row.name || path === undefined) continue
    if (shareOn(await getFile(path, { extended: true }, signal), row.id)) return true
  }
  return false
}

/**
 * Finds the item of a link as the public server allows it: where it was last, by the link itself while it is live, else
 * by name (docs/protocol.md §10). A link whose item is where it was without it has been deleted.
 */
export async function locateLink(
  client: QueryClient,
  row: ShareRow,
  signal?: AbortSignal,
): Promise<ShareSource> {
  const remembered = await atRememberedUri(client, row.id, signal)
  if (remembered?.at === 'place') return remembered
  const found = (await throughLink(row, signal)) ?? (await byName(row, signal))
  if (found?.at === 'place') {
    rememberUri(client, row.id, found.uri)
    return found
  }
  if (await isInTrash(row, signal)) return { at: 'trash', name: row.name }
  return remembered ?? { at: 'unknown' }
}
