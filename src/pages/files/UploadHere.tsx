import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { StoragePolicy } from '#src/contract/file.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { droppedFiles, pickedOf, type PickedFiles } from '#src/lib/picked-files.ts'
import { upload } from '#src/queries/uploads.ts'
import { showToast } from '#src/stores/toasts.ts'
import { setUploadReading } from '#src/stores/uploads.ts'
import css from './UploadHere.module.css'

/** Whether what is dragged comes from outside of the page. */
const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && Array.from(transfer.types).includes('Files')

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Opens the browser's own dialog. */
export type UploadHandle = { choose: (kind: 'files' | 'folder') => void }

/** Files from outside into this folder: chosen, dropped on the page, or pasted. */
export function UploadHere({
  ref,
  uri,
  name,
  storage,
  isAllowed,
}: {
  ref: Ref<UploadHandle>
  uri: string
  name: string
  storage: StoragePolicy | null
  isAllowed: boolean
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  const send = async (coming: PickedFiles | Promise<PickedFiles>) => {
    try {
      const picked = await coming
      setUploadReading(undefined)
      await upload(client, { folder: uri, storage, picked })
    } catch (error) {
      setUploadReading(undefined)
      showToast({ kind: 'failed', error: error as Error })
    }
  }

  const latest = useRef({ send, isAllowed })
  useEffect(() => {
    latest.current = { send, isAllowed }
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
      setOver(isTaken)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!latest.current.isAllowed || document.querySelector('dialog[open]')) return
      void latest.current.send(droppedFiles(event.dataTransfer, setUploadReading))
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
      {isOver && (
        <p className={css['over']} aria-hidden="true">
          <span>{t.uploads.dropHere(name)}</span>
        </p>
      )}
    </>
  )
}
