import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { AudioVideoViewer } from '#src/features/viewer/AudioVideoViewer.tsx'
import { DownloadLimitGuard } from '#src/features/viewer/DownloadLimitGuard.tsx'
import { downloadFile } from '#src/features/viewer/file-contents.ts'
import { type ViewerCommandName, ViewerToolbar } from '#src/features/viewer/ViewerToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { createOperation } from '#src/lib/operation.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { LiveRegion } from '#src/ui/announcements/LiveRegion.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { returnFocus } from '#src/ui/dialogs/return-focus.ts'
import { openViewerFromTile } from './open-from-tile.ts'
import { Picture } from './Picture.tsx'
import { useMediaRowIndexes } from './use-media-row-indexes.ts'
import { usePreloadNeighbours } from './use-preload-neighbours.ts'
import { useShowNextAfterRemoval } from './use-show-next-after-removal.ts'
import { type ZoomControls, useZoom } from './use-zoom.ts'
import { createViewerKeyHandler } from './viewer-keys.ts'
import css from './MediaLightbox.module.css'

/** Shows one image in the whole window, or plays a video or audio, with previous and next (F8). */
export function MediaLightbox({
  id,
  list,
  rowIndexes,
  uriOf,
  commandsOf,
  onRun,
  onNavigate,
  onClose,
  onDetails,
}: {
  id: string
  list: PagedList<FileRow, FolderListHead>
  rowIndexes: Uint32Array
  /** Where the contents of a row are read. */
  uriOf: (row: FileRow) => string | null
  commandsOf: (row: FileRow) => readonly ViewerCommandName[]
  onRun: (command: ViewerCommandName, row: FileRow) => void
  onNavigate: (id: string) => void
  /** `row` is the image shown last; undefined when it no longer exists. */
  onClose: (row: FileRow | undefined) => void
  onDetails: (row: FileRow) => void
}) {
  const { t } = useI18n()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const { pictures, row, at, before, behind } = useShownRow(list, rowIndexes, id)
  const kind = row && kindOfName(row.name)
  const recording = kind === 'video' || kind === 'audio' ? kind : undefined
  const uri = row && uriOf(row)
  const nameOf = row ? escapeControlChars(row.name) : ''

  const turn = (by: 1 | -1) => {
    const next = by < 0 ? before : behind
    if (next) onNavigate(next.id)
  }
  const { undoRemoval, expectRemoval } = useShowNextAfterRemoval(list, pictures, id, (next) =>
    next ? onNavigate(next.id) : onClose(undefined),
  )
  const run = (command: ViewerCommandName, of: FileRow) => {
    if (command === 'delete') expectRemoval(at)
    onRun(command, of)
  }
  const zooming = useZoom(stage, image, id, turn)

  useViewerDialog(dialog, stage)
  useEffect(() => {
    if (nameOf === '' || at < 0) return
    announce([nameOf, t.viewer.place(at + 1, pictures.length)].join(t.common.betweenParts))
  }, [nameOf, at, pictures.length, t])
  usePreloadNeighbours([behind, before], uriOf)

  const onKeyDown = createViewerKeyHandler(zooming, {
    turn,
    onClose: () => onClose(row),
    onDelete: () => row && commandsOf(row).includes('delete') && run('delete', row),
  })
  const save = (of: FileRow) => saveShown(of, uriOf(of))

  return (
    // The dialog handles the keys of everything inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={titleId}
      className={css['viewer']}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose(row)
      }}
    >
      <ViewerToolbar
        titleId={titleId}
        row={row}
        position={at < 0 ? undefined : t.viewer.place(at + 1, pictures.length)}
        zooming={recording === undefined ? zooming : null}
        commands={row ? commandsOf(row) : []}
        onUndo={undoRemoval}
        onRun={run}
        onSave={save}
        onDetails={onDetails}
        onClose={() => onClose(row)}
      />
      <div
        ref={stage}
        className={css['stage']}
        data-zoomed={zooming.zoom.scale > 1 || undefined}
        {...zooming.gestureProps}
      >
        {row && uri !== undefined ? (
          <ShownFile
            key={row.id}
            image={image}
            row={row}
            uri={uri}
            recording={recording}
            zoom={zooming.zoom}
            onSave={() => save(row)}
          />
        ) : (
          list.loadState.at === 'complete' && <p className={css['notice']}>{t.files.gone}</p>
        )}
      </div>
      {before && <TurnButton by={-1} onClick={() => turn(-1)} />}
      {behind && <TurnButton by={1} onClick={() => turn(1)} />}
      <LiveRegion />
    </dialog>
  )
}

/** The row that is shown, its place among those that can be, and the ones beside it. */
function useShownRow(
  list: PagedList<FileRow, FolderListHead>,
  rowIndexes: Uint32Array,
  id: string,
) {
  const pictures = useMediaRowIndexes(list, rowIndexes)
  const rowIndex = list.rowIndexOfId(id)
  const at = rowIndex === undefined ? -1 : pictures.indexOf(rowIndex)
  const rowBeside = (by: 1 | -1) => {
    const next = at < 0 ? undefined : pictures[at + by]
    return next === undefined ? undefined : list.at(next)
  }
  return {
    pictures,
    row: rowIndex === undefined ? undefined : list.at(rowIndex),
    at,
    before: rowBeside(-1),
    behind: rowBeside(1),
  }
}

/** Opens the dialog as soon as it is drawn, from the tile that was pressed, and gives the focus back at the end. */
function useViewerDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  stage: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    const cancel = element && stage.current && openViewerFromTile(element, stage.current, opener)
    return () => {
      cancel?.()
      element?.close()
      returnFocus(opener)
    }
  }, [dialog, stage])
}

function saveShown(row: FileRow, uri: string | null): void {
  if (uri === null) return
  downloadFile({ ...row, uri }).catch((error: unknown) =>
    showToast({
      kind: 'failed',
      error: error as Error,
      failureContext: { kind: 'notDone', operation: createOperation('download', [row]) },
    }),
  )
}

function TurnButton({ by, onClick }: { by: 1 | -1; onClick: () => void }) {
  const { t } = useI18n()
  const Chevron = by < 0 ? ChevronLeft : ChevronRight
  return (
    <IconButton
      className={`${css['stepButton']} ${css[by < 0 ? 'previous' : 'next']}`}
      name={by < 0 ? t.viewer.previous : t.viewer.next}
      icon={<Chevron size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={onClick}
    />
  )
}

/** The picture, or the recording with its player. */
function ShownFile({
  image,
  row,
  uri,
  recording,
  zoom,
  onSave,
}: {
  image: RefObject<HTMLImageElement | null>
  row: FileRow
  uri: string | null
  recording: 'video' | 'audio' | undefined
  zoom: ZoomControls['zoom']
  onSave: () => void
}) {
  return (
    <Limit row={row} uri={uri}>
      {(onRetry) =>
        recording ? (
          <AudioVideoViewer
            row={row}
            uri={uri}
            kind={recording}
            onRetry={onRetry}
            onSave={onSave}
          />
        ) : (
          <Picture ref={image} row={row} uri={uri} zoom={zoom} onRetry={onRetry} onSave={onSave} />
        )
      }
    </Limit>
  )
}

/** Contents, which are fetched at once unless they are behind a link with a limit of downloads. */
function Limit({
  row,
  uri,
  children,
}: {
  row: FileRow
  uri: string | null
  children: (onRetry?: () => void) => ReactNode
}) {
  return uri !== null && parseUri(uri).host === 'share' ? (
    <DownloadLimitGuard row={row} uri={uri}>
      {children}
    </DownloadLimitGuard>
  ) : (
    children()
  )
}
