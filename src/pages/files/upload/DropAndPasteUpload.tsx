import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { uploads } from '#src/features/uploads/uploads.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { type OpenFolder, rowAtIndex } from '#src/pages/files/folder/open-folder.ts'
import { filesFromDrop, filesFromInput } from '#src/platform/files/local-files.ts'
import { isDialogOpen } from '#src/ui/keyboard/focus.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import css from './DropAndPasteUpload.module.css'

/** Whether the drag contains files from outside of the page. */
const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && Array.from(transfer.types).includes('Files')

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** A target folder; `row` is its element in the list, null for the folder that is open. */
type Target = { row: Element | null; uri: string; name: string; id: string | undefined }

type ReadFiles = Parameters<typeof uploads.startWhenRead>[2]

/** Uploads to this folder: files that are chosen, dropped on the page, or pasted. */
export function DropAndPasteUpload({
  folder,
  chosen,
}: {
  folder: OpenFolder
  /** The files that were chosen last, perhaps before this code was there. */
  chosen: readonly File[] | undefined
}) {
  const { uri, name } = folder
  const { head } = folder.list
  const { t } = useI18n()
  const client = useQueryClient()
  const taken = useRef<readonly File[]>(undefined)

  const openFolder: Target = {
    row: null,
    uri,
    name,
    id: head?.self?.uri === uri ? head.self.id : undefined,
  }

  /** Starts an upload, which continues when the page is left. */
  const startUpload = (read: ReadFiles, target = openFolder) => {
    const storage = head?.storage ?? null
    void uploads.startWhenRead(client, { folder: target.uri, folderId: target.id, storage }, read)
  }

  /** The folder under the pointer, else the one that is open. */
  const targetOf = ({ target }: DragEvent): Target => {
    const row = rowAtIndex(folder, itemIndexOfElement(target))
    const at = row?.isFolder && !row.shortcut ? uriOfRow(row, uri) : null
    return row && at !== null
      ? {
          row: (target as Element).closest('[data-index]'),
          uri: at,
          name: escapeControlChars(row.name),
          id: row.id,
        }
      : openFolder
  }

  const dropTarget = useFilesFromOutside({
    isAccepted: () => folder.canCreate && !isDialogOpen(),
    targetOf,
    onFiles: startUpload,
  })
  const uploadNow = useEffectEvent(startUpload)
  useEffect(() => {
    // Strict mode runs it twice.
    if (!chosen || taken.current === chosen) return
    taken.current = chosen
    uploadNow(() => filesFromInput(chosen))
  }, [chosen])
  const overRow = dropTarget?.row
  useEffect(() => {
    overRow?.setAttribute('data-drop', '')
    return () => overRow?.removeAttribute('data-drop')
  }, [overRow])

  return (
    dropTarget && (
      <p
        className={css['dropTarget']}
        data-whole-page={dropTarget.row === null || undefined}
        aria-hidden="true"
      >
        <span>{t.files.dropHere(dropTarget.name)}</span>
      </p>
    )
  )
}

/** Takes files that are dropped on the page or pasted. Returns where those would go that are dragged over it. */
function useFilesFromOutside({
  isAccepted,
  targetOf,
  onFiles,
}: {
  isAccepted: () => boolean
  targetOf: (event: DragEvent) => Target
  /** Without a target they go to the folder that is open. */
  onFiles: (read: ReadFiles, target?: Target) => void
}): Target | undefined {
  const [dropTarget, setDropTarget] = useState<Target>()
  const isAcceptedNow = useEffectEvent(isAccepted)
  const targetNow = useEffectEvent(targetOf)
  const filesCame = useEffectEvent(onFiles)
  useEffect(() => {
    const stop = new AbortController()
    const on = <Kind extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      kind: Kind,
      listener: (event: WindowEventMap[Kind]) => void,
    ) => addEventListener(kind, listener, { signal: stop.signal })
    on('dragover', (event) => {
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      // The browser would navigate to the file.
      event.preventDefault()
      const isAccepted = isAcceptedNow()
      event.dataTransfer.dropEffect = isAccepted ? 'copy' : 'none'
      const target = targetNow(event)
      setDropTarget((before) => {
        if (!isAccepted) return undefined
        return before && before.row === target.row ? before : target
      })
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setDropTarget(undefined)
    })
    on('drop', (event) => {
      setDropTarget(undefined)
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!isAcceptedNow()) return
      const target = targetNow(event)
      const { dataTransfer } = event
      filesCame((onFound) => filesFromDrop(dataTransfer, onFound), target)
    })
    on('paste', (event) => {
      const list = event.clipboardData?.files
      if (!list || list.length === 0 || event.defaultPrevented || isWriting(event.target)) return
      if (!isAcceptedNow()) return
      event.preventDefault()
      filesCame(() => filesFromInput(list))
    })
    return () => stop.abort()
  }, [])
  return dropTarget
}
