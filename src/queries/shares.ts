import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { listFiles, getFile } from '#src/api/files.ts'
import { getOwnShare, listShares, maxSharePage } from '#src/api/shares.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { type File, FileType, Metadata } from '#src/contract/file.ts'
import { type PermissionSetting, type Share, SourceType } from '#src/contract/share.ts'
import { childUri, formatUri, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { parseTime } from '#src/lib/time.ts'
import { listOptions } from './list.ts'
import type { Listing, PageSource } from './listing.ts'

/**
 * A share link as the list keeps it: 100,000 of them fit in memory because times are numbers, permission settings are
 * shared and the address is kept only when it is not the usual base and the id. `shares.detail` has the whole record.
 */
export type ShareRow = {
  readonly id: string
  readonly name: string
  readonly visited: number
  readonly downloaded: number
  /** Downloads left, or null without a limit. */
  readonly remaining: number | null
  readonly price: number | null
  /** ms since 1970, or null for never. */
  readonly expires: number | null
  readonly createdAt: number
  readonly isExpired: boolean
  readonly sourceType: number
  readonly permissions: PermissionSetting | null
  readonly password: string | null
  readonly isProtected: boolean
  readonly isViewShared: boolean
  /** The link as the service wrote it, without the password segment; null when it is base and id. */
  readonly ownUrl: string | null
  readonly base: string
}

/** The link without its password: the last segment is dropped only when it is the password. */
function linkWithoutPassword(url: string, password: string | undefined): string {
  if (!password) return url
  const at = url.lastIndexOf('/')
  const last = url.slice(at + 1)
  return last === password || last === encodeURIComponent(password) ? url.slice(0, at) : url
}

/** The address to hand out, without a password in it. */
export const linkOf = (row: ShareRow): string => row.ownUrl ?? row.base + row.id

/** Turns records into rows; equal permission settings and bases become one object each. */
function shareRows(): (share: Share) => ShareRow {
  const settings = new Map<string, PermissionSetting>()
  const bases = new Map<string, string>()
  return (share) => {
    const setting = share.permission_setting
    let permissions: PermissionSetting | null = null
    if (setting) {
      const key = JSON.stringify(setting)
      permissions = settings.get(key) ?? setting
      settings.set(key, permissions)
    }
    const url = linkWithoutPassword(share.url, share.password)
    const isUsual = url.endsWith(`/${share.id}`)
    const found = isUsual ? url.slice(0, -share.id.length) : ''
    const base = bases.get(found) ?? found
    bases.set(base, base)
    return {
      id: share.id,
      name: share.name,
      visited: share.visited,
      downloaded: share.downloaded ?? 0,
      remaining: share.remain_downloads ?? null,
      price: share.price ?? null,
      expires: share.expires ? parseTime(share.expires) : null,
      createdAt: parseTime(share.created_at) ?? 0,
      isExpired: share.expired,
      sourceType: share.source_type,
      permissions,
      password: share.password ?? null,
      isProtected: share.is_private ?? share.password_protected ?? share.password !== undefined,
      isViewShared: share.share_view ?? false,
      ownUrl: isUsual ? null : url,
      base,
    }
  }
}

function sharePages(): PageSource<ShareRow, string> {
  const toRow = shareRows()
  return async (cursor, signal) => {
    const page = await listShares({ size: maxSharePage, direction: 'desc', cursor }, signal)
    return { rows: page.shares.map(toRow), next: page.pagination?.next_token || undefined }
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.notFound

const listKey = ['shares', 'list']

/** A link whose item lies in a trashed folder is listed as live; asking for it tells. The row learns it too. */
function markGone(client: QueryClient, id: string): void {
  const listing = client.getQueryData<Listing<ShareRow>>(listKey)
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
  list: () => listOptions(listKey, sharePages),
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
