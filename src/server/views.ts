import * as v from 'valibot'
import { builtInTrashView, builtInView } from '#src/contract/view-rules.ts'
import { ViewSetting } from '#src/contract/view.ts'
import type { Db } from './db.ts'
import { fileByKey, placeOf } from './files.ts'
import type { FileRow } from './files.ts'
import type { Place } from './resolve.ts'

const Stored = v.object({ view: v.string() })

/** Reads a stored view. */
export const parseView = (text: string): ViewSetting => v.parse(ViewSetting, JSON.parse(text))

/** The view saved for a root that is no folder (`trash`), or null. */
function rootView(db: Db, userKey: number, host: string): ViewSetting | null {
  const sql = 'SELECT view FROM user_views WHERE user_key = ? AND host = ?'
  const row = db.first(sql, [userKey, host], Stored)
  return row ? parseView(row.view) : null
}

/**
 * The view that holds at a place (contract.md §3.3): of the trash its own or its default; elsewhere the nearest one at or
 * above the folder, or the default. null when its owner keeps views out of the service, and for visitors of a share that
 * does not show them; where it does, they see those inside it only.
 */
export function effectiveView(db: Db, place: Place): ViewSetting | null {
  const { host, owner, share, chain, isOwned } = place
  if (host === 'trash') return rootView(db, owner.key, 'trash') ?? builtInTrashView
  if (owner.disable_view_sync || (share && !isOwned && !share.sharesView)) return null
  for (const folder of chain.toReversed()) if (folder.view) return parseView(folder.view)
  return (share && isOwned ? viewAbove(db, chain[0]) : null) ?? builtInView
}

/** The nearest view above a folder; its owner alone may see it. */
function viewAbove(db: Db, folder: FileRow | undefined): ViewSetting | null {
  const keys = folder ? placeOf(db, folder).above.map(({ key }) => key) : []
  for (const key of keys) {
    const view = fileByKey(db, key)?.view
    if (view) return parseView(view)
  }
  return null
}

/** A view as the wire shows it: what is empty is left out, the paging is that of this request. */
export function viewBody(
  view: ViewSetting,
  paging: { page_size: number; order: string; order_direction: string },
): Record<string, unknown> {
  const { page_size: _size, order: _order, order_direction: _direction, ...rest } = view
  const shown: Record<string, unknown> = { page_size: paging.page_size }
  if (paging.order) shown['order'] = paging.order
  if (paging.order_direction) shown['order_direction'] = paging.order_direction
  for (const [name, value] of Object.entries(rest)) if (value) shown[name] = value
  return shown
}
