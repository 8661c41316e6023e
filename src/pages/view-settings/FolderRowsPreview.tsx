import { memo, useDeferredValue, useId, useMemo } from 'react'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { createSampleFolderList } from '#src/features/file-lists/sample-folder.ts'
import { resolveView, sortOfView } from '#src/features/folder-view/resolved-view.ts'
import { FolderItems } from '#src/features/folder/items/FolderItems.tsx'
import { useFolderRows } from '#src/features/folder/items/use-folder-rows.ts'
import type { ViewEditorMessages } from '#src/i18n/en/views/view-editor.ts'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import css from './FolderRowsPreview.module.css'

/** A selection that stays empty: the rows of a preview cannot be selected. */
class NoSelection extends Selection {
  override readonly isReadOnly = true
  override has(): boolean {
    return false
  }
  override count(): number {
    return 0
  }
  override toggle(): void {}
  override replace(): void {}
  override set(): void {}
  override selectAll(): void {}
}

const noop = () => {}

/** Width and height of sample pictures, in px. */
const sampleSizes = [
  [4032, 3024],
  [2731, 4096],
  [4096, 2304],
  [3024, 4032],
  [6000, 4000],
  [3000, 3000],
  [4000, 1600],
] as const

const samplePictures = (messages: ViewEditorMessages) =>
  sampleSizes.map(([width, height], at) => ({
    name: messages.sample.photo.replace('.', ` ${at + 1}.`),
    size: 3_400_000,
    metadata: { 'exif:x': String(width), 'exif:y': String(height) },
  }))

function sampleFiles(messages: ViewEditorMessages) {
  const photo = {
    'exif:f': '1.8',
    'exif:exposure_time': '1/250',
    'exif:iso': '100',
    'exif:focal_length': '35',
    'exif:x': '4032',
    'exif:y': '3024',
  }
  const song = {
    'music:title': messages.sample.song.replace(/\.\w+$/, ''),
    'stream:duration': '214',
  }
  return [
    { name: messages.sample.folder, isFolder: true },
    { name: messages.sample.photo, size: 3_400_000, metadata: photo },
    { name: messages.sample.portrait, size: 2_900_000, metadata: { ...photo, 'exif:iso': '400' } },
    { name: messages.sample.song, size: 8_100_000, metadata: song },
    { name: messages.sample.film, size: 214_000_000, metadata: { 'stream:duration': '754' } },
    { name: messages.sample.letter, size: 48_000 },
    { name: messages.sample.table, size: 91_000 },
    { name: messages.sample.notes, size: 2_300 },
  ]
}

const hasPictures = (listing: PagedList<FileRow, FolderListHead>): boolean =>
  listing.order.some((rowIndex) => {
    const row = listing.at(rowIndex)
    return row && ['image', 'video'].includes(kindOfName(row.name, row.isFolder))
  })

type PreviewProps = {
  folder: string
  listing: PagedList<FileRow, FolderListHead>
  view: ViewSetting
  /** The view in whose order the service lists the folder. */
  storedView: ViewSetting
}

/** The folder's rows as Files will show them with this view. They can be navigated, but not selected or opened. */
export function FolderRowsPreview({ view, ...props }: PreviewProps) {
  // Rows are rendered between the events of the controls, for the newest view only: no control waits for them.
  return <PreviewedRows {...props} view={useDeferredValue(view)} />
}

const PreviewedRows = memo(function PreviewedRows({
  folder,
  listing,
  view,
  storedView,
}: PreviewProps) {
  const messages = useViewEditorMessages()
  const id = useId()
  const selection = useMemo(() => new NoSelection(), [])
  const overlay = useMemo(() => resolveView(view), [view])
  const isComplete = listing.loadState.at === 'complete'
  const isEmpty = listing.size === 0 && isComplete
  const hasNoPictures =
    !isEmpty && isComplete && overlay.layout === 'gallery' && !hasPictures(listing)
  const sample = useMemo(() => {
    if (isEmpty) return createSampleFolderList(sampleFiles(messages))
    return hasNoPictures ? createSampleFolderList(samplePictures(messages)) : null
  }, [isEmpty, hasNoPictures, messages])
  const content = sample ?? listing
  const isSortChosen = JSON.stringify(sortOfView(storedView)) !== JSON.stringify(sortOfView(view))
  const rows = useFolderRows(content, overlay, {
    isSortChosen: isSortChosen || sample !== null,
  })
  return (
    <section aria-labelledby={id} className={css['preview']}>
      <h2 id={id} className={css['title']}>
        {messages.preview}
        <span>
          {' · '}
          {!sample
            ? messages.previewCount(listing.size, isComplete)
            : isEmpty
              ? messages.previewSample
              : messages.previewNoPictures}
        </span>
      </h2>
      <div className={css['canvas']}>
        <FolderItems
          folder={folder}
          list={content}
          view={overlay}
          rows={rows}
          selection={selection}
          onOpen={noop}
        />
      </div>
    </section>
  )
})
