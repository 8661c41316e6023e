import { useId, useMemo } from 'react'
import type { ViewSetting } from '#src/contract/view.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { sampleFolder } from '#src/queries/sample-folder.ts'
import { FolderView } from '#src/views/folder/FolderView.tsx'
import { overlayView } from '#src/views/folder/shown-view.ts'
import { useFolderRows } from '#src/views/folder/use-folder-rows.ts'
import css from './ViewPreview.module.css'

/** Nothing is ever picked in a preview: there is nothing to do with it. */
class NoSelection extends Selection {
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

const nothing = () => {}

function samplesIn({ viewSettings: { sample } }: Messages) {
  const photo = {
    'exif:f': '1.8',
    'exif:exposure_time': '1/250',
    'exif:iso': '100',
    'exif:focal_length': '35',
    'exif:x': '4032',
    'exif:y': '3024',
  }
  const song = { 'music:title': sample.song.replace(/\.\w+$/, ''), 'stream:duration': '214' }
  return [
    { name: sample.folder, isFolder: true },
    { name: sample.photo, size: 3_400_000, about: photo },
    { name: sample.portrait, size: 2_900_000, about: { ...photo, 'exif:iso': '400' } },
    { name: sample.song, size: 8_100_000, about: song },
    { name: sample.film, size: 214_000_000, about: { 'stream:duration': '754' } },
    { name: sample.letter, size: 48_000 },
    { name: sample.table, size: 91_000 },
    { name: sample.notes, size: 2_300 },
  ]
}

/** The folder as it will look: its own rows, drawn as Files draws them. One can walk through it, and do nothing. */
export function ViewPreview({
  folder,
  listing,
  view,
  isSortChosen,
}: {
  folder: string
  listing: Listing<FileRow, Folder>
  view: ViewSetting
  /** The order is not the one in which the service lists the folder. */
  isSortChosen: boolean
}) {
  const { t } = useI18n()
  const id = useId()
  const isEmpty = listing.size === 0 && listing.walk.at === 'complete'
  const sample = useMemo(() => (isEmpty ? sampleFolder(samplesIn(t)) : null), [isEmpty, t])
  const selection = useMemo(() => new NoSelection(), [])
  const drawn = useMemo(() => overlayView(view), [view])
  const content = sample ?? listing
  const rows = useFolderRows(content, drawn, {
    isSortChosen: isSortChosen || sample !== null,
  })
  return (
    <section aria-labelledby={id} className={css['preview']}>
      <h2 id={id} className={css['title']}>
        {t.viewSettings.preview}
        <span>
          {' · '}
          {sample ? t.viewSettings.previewSample : t.viewSettings.previewCount(listing.size)}
        </span>
      </h2>
      <div className={css['canvas']}>
        <FolderView
          folder={folder}
          listing={content}
          view={drawn}
          rows={rows}
          selection={selection}
          onOpen={nothing}
        />
      </div>
    </section>
  )
}
