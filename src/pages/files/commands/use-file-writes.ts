import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { describeOperation } from '#src/lib/operation.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { TargetFolder } from '#src/operations/target-folder.ts'
import {
  downloadsModule,
  type FileWritesModule,
  fileWritesModule,
  shortcutsModule,
} from '#src/pages/files/lazy-modules.ts'
import type { fileWrites } from '#src/queries/files/file-writes.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { showToast } from '#src/stores/toasts.ts'

type Pick<D, V> = (writes: typeof fileWrites) => MutationOptions<D, Error, V>

/** The writes of a folder; their code is loaded with the first of them. They continue when the page is left. */
export function useFileWrites() {
  const client = useQueryClient()
  const { t } = useI18n()
  return useMemo(() => {
    const load = () =>
      fileWritesModule.load().catch((cause: unknown) => {
        throw new TransportError('network', { cause })
      })
    /** Rejects with the error, which the field shows. */
    const writeOne = async <D, V>(pick: Pick<D, V>, variables: V): Promise<D> =>
      startMutation(client, pick((await load()).fileWrites), variables)
    /** The folder, or the one that the user names where it is gone; undefined to write nothing. Rejects like `writeOne`. */
    const findTarget = async (folder: TargetFolder) =>
      (await load()).findWriteTarget(client, folder)
    /** Never rejects: the batch shows its own result. */
    const writeMany = async <D>(
      start: (code: FileWritesModule) => Promise<D>,
    ): Promise<D | undefined> => {
      const code = await fileWritesModule.load().catch((cause: unknown) => {
        showToast({
          kind: 'failed',
          error: new TransportError('network', { cause }),
          about: { kind: 'notLoaded', what: 'code' },
        })
      })
      return code ? start(code).catch(() => undefined) : undefined
    }
    const transfer = (
      kind: 'move' | 'copy',
      items: readonly FileRow[],
      folder: string,
      copyFolderName: (time: string) => string,
    ) =>
      writeMany(({ transferItems }) =>
        transferItems(client, kind, { items, folder }, copyFolderName),
      )
    const trash = (items: readonly FileRow[]) =>
      writeMany(({ fileWrites }) => startMutation(client, fileWrites.trash(), { items }))
    /** Never rejects. */
    const downloadAll = async (
      rows: readonly FileRow[],
      onOpen: (row: FileRow) => void,
    ): Promise<void> => {
      try {
        const code = await downloadsModule.load().catch((cause: unknown) => {
          throw new TransportError('network', { cause })
        })
        const [first] = rows
        if (first?.shortcut) {
          if (!(await code.downloadShortcut(client, first, t))) onOpen(first)
          return
        }
        await code.download(client, rows, t)
      } catch (error) {
        showToast({
          kind: 'failed',
          error: error as Error,
          about: { kind: 'notDone', operation: describeOperation('download', rows) },
        })
      }
    }
    const removeShortcuts = (items: readonly FileRow[]) =>
      shortcutsModule
        .load()
        .then((code) => code.removeShortcuts(client, items))
        .catch((error: Error) =>
          showToast({
            kind: 'failed',
            error,
            about: { kind: 'notDone', operation: describeOperation('trash', items) },
          }),
        )
    return { writeOne, findTarget, transfer, trash, removeShortcuts, downloadAll }
  }, [client, t])
}
