import * as v from 'valibot'
import { defaultTrashView, defaultView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { readLongTextColumns } from '#src/server/files/metadata/item-texts.ts'
import type { ResolvedUri } from '#src/server/files/resolve.ts'
import type { Db } from '#src/server/storage/db.ts'

const Stored = v.object({ view: v.string() })

export const parseView = (text: string): ViewSetting => v.parse(ViewSetting, JSON.parse(text))

export function storedFolderView(db: Db, { key }: Pick<FileRow, 'key'>): ViewSetting | null {
  const { view } = readLongTextColumns(db, key)
  return view === null ? null : parseView(view)
}

/** The view stored for a root that is not a folder (`trash`), or null. */
export function storedViewOfHost(db: Db, userKey: number, host: string): ViewSetting | null {
  const sql = 'SELECT view FROM user_views WHERE user_key = ? AND host = ?'
  const row = db.first(sql, [userKey, host], Stored)
  return row ? parseView(row.view) : null
}

/**
 * The effective view of a URI (docs/protocol.md §3.3): for the trash and what is shared with the caller its own or the default; elsewhere the nearest
 * one at or above the folder, or the default. null when the owner disabled view sync, and for visitors of a share
 * without `share_view`; with it they get the views inside the share only.
 */
export function effectiveView(db: Db, resolved: ResolvedUri): ViewSetting | null {
  const { host, owner, share, chain, isOwned } = resolved
  if (host === 'trash') return storedViewOfHost(db, owner.key, host) ?? defaultTrashView
  if (host === 'shared_with_me') return storedViewOfHost(db, owner.key, host) ?? defaultView
  if (owner.disable_view_sync || (share && !isOwned && !share.sharesView)) return null
  const nearest = chain.findLast((folder) => folder.has_view)
  if (nearest) return storedFolderView(db, nearest)
  return (share && isOwned ? viewAbove(db, chain[0]) : null) ?? defaultView
}

/** The nearest view above the source of a share, which only its owner may see. */
function viewAbove(db: Db, folder: FileRow | undefined): ViewSetting | null {
  const keys = folder ? uriAndAncestorsOf(db, folder).above.map(({ key }) => key) : []
  for (const key of keys) {
    const folder = fileByKey(db, key)
    if (folder?.has_view) return storedFolderView(db, folder)
  }
  return null
}

/** A view for the wire: without empty fields, and with the paging of this request. */
export function toViewResponse(
  view: ViewSetting,
  paging: { page_size: number; order: string; order_direction: string },
): ViewSetting {
  const { page_size: _size, order: _order, order_direction: _direction, ...rest } = view
  return {
    page_size: paging.page_size,
    ...(paging.order ? { order: paging.order } : {}),
    ...(paging.order_direction ? { order_direction: paging.order_direction } : {}),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value)),
  }
}
