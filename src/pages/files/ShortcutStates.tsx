import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shortcuts } from '#src/features/links/visit/shortcuts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'

/** At most this many links are looked at, one after another. */
const maxLookups = 200

/** Marks the shortcuts whose link no longer works: the list itself does not tell. Draws nothing. */
export function ShortcutStates({ list }: { list: PagedList<FileRow, Folder> }) {
  const client = useQueryClient()
  const readAt = list.loadState.at === 'complete' ? list.loadState.since : undefined
  useEffect(() => {
    if (readAt === undefined) return undefined
    let isOver = false
    const lookUp = async () => {
      for (const rowIndex of list.order.slice(0, maxLookups)) {
        const row = list.at(rowIndex)
        if (!row?.shortcut) continue
        const state = await client.fetchQuery(shortcuts.state(row)).catch(() => undefined)
        if (isOver) return
        if (state === 'dead' && list.at(rowIndex) === row) {
          list.put([{ ...row, shortcut: { ...row.shortcut, isDead: true } }])
        }
      }
    }
    void lookUp()
    return () => {
      isOver = true
    }
  }, [client, list, readAt])
  return null
}
