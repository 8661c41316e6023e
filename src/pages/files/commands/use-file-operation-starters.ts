import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { downloadItems } from '#src/features/files/downloads/downloads.ts'
import { downloadShortcut } from '#src/features/files/downloads/shortcut-download.ts'
import { transferItems } from '#src/features/files/transfers.ts'
import { removeShortcuts as deleteShortcuts } from '#src/features/links/visit/shortcuts.ts'
import { moveItemsToTrash as trashItems } from '#src/features/trash/trash-writes.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The writes of a folder, which continue when the page is left. */
export function useFileOperationStarters() {
  const client = useQueryClient()
  return useMemo(() => {
    /** Never rejects: the job shows its own result. */
    const finish = <D>(job: Promise<D>): Promise<D | undefined> => job.catch(() => undefined)
    const transfer = (kind: 'move' | 'copy', items: readonly FileRow[], folder: string) =>
      finish(transferItems(client, kind, { items, folder }))
    const trash = (items: readonly FileRow[]) =>
      finish(startMutation(client, trashItems(), { items }))
    /** Never rejects. */
    const downloadAll = async (
      rows: readonly FileRow[],
      onOpen: (row: FileRow) => void,
    ): Promise<void> => {
      try {
        const [first] = rows
        if (first?.shortcut) {
          if (!(await downloadShortcut(client, first))) onOpen(first)
          return
        }
        await downloadItems(client, rows)
      } catch (error) {
        showToast({
          kind: 'failed',
          error: error as Error,
          failureContext: { kind: 'notDone', operation: createOperation('download', rows) },
        })
      }
    }
    const removeShortcuts = (items: readonly FileRow[]) =>
      deleteShortcuts(client, items).catch((error: Error) =>
        showToast({
          kind: 'failed',
          error,
          failureContext: { kind: 'notDone', operation: createOperation('trash', items) },
        }),
      )
    return { transfer, trash, removeShortcuts, downloadAll }
  }, [client])
}
