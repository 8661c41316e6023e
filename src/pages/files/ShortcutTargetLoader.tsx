import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { shortcuts, type ShortcutTargetState } from '#src/features/links/visit/shortcuts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'

/** At most this many links are looked at, one after another. */
const maxLookups = 200

type Shortcut = NonNullable<FileRow['shortcut']>
type Target = { state: ShortcutTargetState; link?: LinkRecord }

/** The shortcut with what its link tells. */
function withTarget(shortcut: Shortcut, { state, link }: Target): Shortcut {
  const owner = shortcut.owner || (link?.owner?.id ?? '')
  if (state === 'dead') return { ...shortcut, owner, isDead: true }
  if (link?.sourceType !== ShareSourceType.file) return { ...shortcut, owner }
  return { ...shortcut, owner, file: childUri(rootUri('share', link.id), link.name) }
}

/**
 * Reads what the shortcuts lead to, which the list itself does not tell: whose it is, the file whose picture is shown, and
 * which link no longer works. Draws nothing.
 */
export function ShortcutTargetLoader({ list }: { list: PagedList<FileRow, FolderListHead> }) {
  const client = useQueryClient()
  const readAt = list.loadState.at === 'complete' ? list.loadState.since : undefined
  useEffect(() => {
    if (readAt === undefined) return undefined
    let isOver = false
    const lookUp = async () => {
      for (const rowIndex of list.order.slice(0, maxLookups)) {
        const row = list.at(rowIndex)
        if (!row?.shortcut) continue
        const target = await client.fetchQuery(shortcuts.target(row)).catch(() => undefined)
        if (isOver) return
        const shortcut = target && withTarget(row.shortcut, target)
        if (shortcut && list.at(rowIndex) === row) list.put([{ ...row, shortcut }])
      }
    }
    void lookUp()
    return () => {
      isOver = true
    }
  }, [client, list, readAt])
  return null
}
