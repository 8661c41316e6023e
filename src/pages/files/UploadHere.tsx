import { useQueryClient } from '@tanstack/react-query'
import { FileUp, FolderUp } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { StoragePolicy } from '#src/contract/file.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { visibleText } from '#src/lib/display.ts'
import { droppedFiles, type FoundFiles, measureFiles, pickedOf } from '#src/lib/picked-files.ts'
import { upload } from '#src/queries/uploads.ts'
import type { FileRow } from '#src/queries/files.ts'
import { showToast } from '#src/stores/toasts.ts'
import { setUploadReading } from '#src/stores/uploads.ts'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { uriOf } from '#src/views/folder/uri-of.ts'
import css from './UploadHere.module.css'

/** Whether what is dragged comes from outside of the page. */
const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && Array.from(transfer.types).includes('Files')

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Browsers of phones have no such dialog. */
const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** What can be chosen, as entries of a menu. */
export function uploadEntries(t: Messages, choose: UploadHandle['choose']): MenuEntry[] {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const all = [
    {
      key: 'files',
      label: t.files.uploadFiles,
      icon: <FileUp {...icon} />,
      onSelect: () => choose('files'),
    },
    {
      key: 'folder',
      label: t.files.uploadFolder,
      icon: <FolderUp {...icon} />,
      onSelect: () => choose('folder'),
    },
  ]
  return canChooseFolders ? all : all.slice(0, 1)
}

/** A folder; `index` is that of its row, -1 for the one that is open. */
type Target = { index: number; uri: string; name: string }

/** Opens the browser's own dialog. */
export type UploadHandle = { choose: (kind: 'files' | 'folder') => void }

/** Files from outside into this folder: chosen, dropped on the page, or pasted. */
export function UploadHere({
  ref,
  uri,
  name,
  storage,
  isAllowed,
  rowAt,
}: {
  ref: Ref<UploadHandle>
  uri: string
  name: string
  storage: StoragePolicy | null
  isAllowed: boolean
  /** The row of the list at an index: a folder takes what is dropped on it. */
  rowAt: (index: number) => FileRow | undefined
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [over, setOver] = useState<Target>()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  const send = async (coming: FoundFiles | Promise<FoundFiles>, folder = uri) => {
    try {
      const picked = await measureFiles(await coming, setUploadReading)
      await upload(client, { folder, storage, picked })
    } catch (error) {
      showToast({ kind: 'failed', error: error as Error })
    } finally {
      // Long since said, unless there was nothing to send.
      setUploadReading(undefined)
    }
  }

  /** What is under the pointer: a folder in the list, else the one that is open. */
  const targetOf = ({ target }: DragEvent): Target => {
    const index = rowIndexOf(target)
    const row = rowAt(index)
    const at = row?.isFolder ? uriOf(row, uri) : null
    return row && at !== null
      ? { index, uri: at, name: visibleText(row.name) }
      : { index: -1, uri, name }
  }

  const latest = useRef({ send, isAllowed, targetOf })
  useEffect(() => {
    latest.current = { send, isAllowed, targetOf }
  })
  useEffect(() => {
    const stop = new AbortController()
    const on = <Kind extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      kind: Kind,
      listener: (event: WindowEventMap[Kind]) => void,
    ) => addEventListener(kind, listener, { signal: stop.signal })
    on('dragover', (event) => {
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      // Else the browser would leave the page for the file.
      event.preventDefault()
      const isTaken = latest.current.isAllowed && !document.querySelector('dialog[open]')
      event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
      const target = latest.current.targetOf(event)
      setOver((before) => {
        if (!isTaken) return undefined
        return before?.index === target.index ? before : target
      })
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(undefined)
    })
    on('drop', (event) => {
      setOver(undefined)
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!latest.current.isAllowed || document.querySelector('dialog[open]')) return
      const target = latest.current.targetOf(event)
      void latest.current.send(droppedFiles(event.dataTransfer, setUploadReading), target.uri)
    })
    on('paste', (event) => {
      const list = event.clipboardData?.files
      if (!list || list.length === 0 || event.defaultPrevented || isWriting(event.target)) return
      if (!latest.current.isAllowed || document.querySelector('dialog[open]')) return
      event.preventDefault()
      void latest.current.send(pickedOf(list))
    })
    return () => stop.abort()
  }, [])

  const overIndex = over?.index ?? -1
  useEffect(() => {
    const row = document.querySelector(`[role=grid] [data-index="${overIndex}"]`)
    row?.setAttribute('data-drop', '')
    return () => row?.removeAttribute('data-drop')
  }, [overIndex])

  const field = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const picked = pickedOf(event.currentTarget.files ?? [])
      // The same file again is a change too.
      event.currentTarget.value = ''
      void send(picked)
    },
  }
  useImperativeHandle(ref, () => ({
    choose: (kind) => (kind === 'files' ? files : folder).current?.click(),
  }))
  return (
    <>
      <input ref={files} aria-label={t.files.uploadFiles} {...field} />
      <input
        ref={folder}
        aria-label={t.files.uploadFolder}
        {...field}
        {...{ webkitdirectory: '' }}
      />
      {over && (
        <p className={css['over']} data-all={over.index < 0 || undefined} aria-hidden="true">
          <span>{t.uploads.dropHere(over.name)}</span>
        </p>
      )}
    </>
  )
}
