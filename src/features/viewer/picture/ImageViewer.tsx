import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { DownloadLimitGuard } from '#src/features/viewer/DownloadLimitGuard.tsx'
import { saveFile } from '#src/features/viewer/file-contents.ts'
import { MediaViewer } from '#src/features/viewer/MediaViewer.tsx'
import { type ViewerCommand, ViewerToolbar } from '#src/features/viewer/ViewerToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { describeOperation } from '#src/lib/operation.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { LiveRegion } from '#src/ui/announcements/LiveRegion.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { returnFocus } from '#src/ui/dialogs/return-focus.ts'
import { isRtl } from '#src/ui/direction.ts'
import { openViewerFromTile } from './open-from-tile.ts'
import { Picture } from './Picture.tsx'
import { useMediaRowIndexes } from './use-media-row-indexes.ts'
import { usePictureRemoval } from './use-picture-removal.ts'
import { usePreloadNeighbours } from './use-preload-neighbours.ts'
import { useZoom } from './use-zoom.ts'
import css from './ImageViewer.module.css'

/** It shows one image in the whole window, or plays a video or audio, with previous and next (F8). */
export function ImageViewer({
  id,
  list,
  rowIndexes,
  folder,
  uriOf,
  commandsOf,
  onRun,
  onNavigate,
  onClose,
  onDetails,
}: {
  id: string
  list: PagedList<FileRow, Folder>
  rowIndexes: Uint32Array
  folder: string
  /** The contents of a row are read there. */
  uriOf: (row: FileRow) => string | null
  commandsOf: (row: FileRow) => readonly ViewerCommand[]
  onRun: (command: ViewerCommand, row: FileRow) => void
  onNavigate: (id: string) => void
  /** The `row` is the image shown last; undefined when it no longer exists. */
  onClose: (row: FileRow | undefined) => void
  onDetails: (row: FileRow) => void
}) {
  const { t } = useI18n()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const pictures = useMediaRowIndexes(list, rowIndexes)
  const rowIndex = list.rowIndexOfId(id)
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  const at = rowIndex === undefined ? -1 : pictures.indexOf(rowIndex)
  const kind = row && kindOfName(row.name)
  const recording = kind === 'video' || kind === 'audio' ? kind : undefined
  const uri = row && uriOf(row)
  const nameOf = row ? escapeControlChars(row.name) : ''

  const neighbour = (by: 1 | -1) => {
    const next = at < 0 ? undefined : pictures[at + by]
    return next === undefined ? undefined : list.at(next)
  }
  const [before, behind] = [neighbour(-1), neighbour(1)]
  const turn = (by: 1 | -1) => {
    const next = by < 0 ? before : behind
    if (next) onNavigate(next.id)
  }
  const { isRemoved, expectRemoval } = usePictureRemoval(list, pictures, id, (next) =>
    next ? onNavigate(next.id) : onClose(undefined),
  )
  const run = (command: ViewerCommand, of: FileRow) => {
    if (command === 'delete') expectRemoval(at)
    onRun(command, of)
  }
  const zooming = useZoom(stage, image, id, turn)
  const { zoom, zoomIn, zoomOut, pan, reset, gestureProps } = zooming

  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    const cancel = element && stage.current && openViewerFromTile(element, stage.current, opener)
    return () => {
      cancel?.()
      element?.close()
      returnFocus(opener)
    }
  }, [])
  useEffect(() => {
    if (nameOf !== '' && at >= 0) announce(`${nameOf}, ${t.viewer.place(at + 1, pictures.length)}`)
  }, [nameOf, at, pictures.length, t])
  usePreloadNeighbours([behind, before], uriOf)

  const isCloser = zoom.scale > 1
  const [left, right] = isRtl() ? ([1, -1] as const) : ([-1, 1] as const)
  const keys: Partial<Record<string, () => unknown>> = {
    Escape: () => onClose(row),
    ArrowLeft: () => turn(left),
    ArrowRight: () => turn(right),
    // While zoomed in, arrows pan and Shift+arrow goes to the next image.
    ...(isCloser && {
      Escape: reset,
      ArrowLeft: () => pan(-1, 0),
      ArrowRight: () => pan(1, 0),
      ArrowUp: () => pan(0, -1),
      ArrowDown: () => pan(0, 1),
      'Shift ArrowLeft': () => turn(left),
      'Shift ArrowRight': () => turn(right),
    }),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': reset,
    Delete: () => row && commandsOf(row).includes('delete') && run('delete', row),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // The controls of a player have keys of their own.
    if (event.target instanceof HTMLMediaElement && event.key !== 'Escape') return
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
    if (isUndo && undoLast()) event.preventDefault()
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey
    const act = isOurs && ((event.shiftKey && keys[`Shift ${event.key}`]) || keys[event.key])
    if (!act || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
  const save = (of: FileRow) => {
    const uri = uriOf(of)
    if (uri === null) return
    saveFile({ ...of, uri }).catch((error: unknown) =>
      showToast({
        kind: 'failed',
        error: error as Error,
        failureContext: { kind: 'notDone', operation: describeOperation('download', [of]) },
      }),
    )
  }
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
        // Somebody else's trash gives nothing back.
        canUndo={isRemoved && parseUri(folder).host === 'my'}
        onRun={run}
        onSave={save}
        onDetails={onDetails}
        onClose={() => onClose(row)}
      />
      <div
        ref={stage}
        className={css['stage']}
        data-zoomed={isCloser || undefined}
        {...gestureProps}
      >
        {row && uri !== undefined ? (
          <Limit key={row.id} row={row} uri={uri}>
            {(onRetry) =>
              recording ? (
                <MediaViewer
                  row={row}
                  uri={uri}
                  kind={recording}
                  onRetry={onRetry}
                  onSave={() => save(row)}
                />
              ) : (
                <Picture
                  ref={image}
                  row={row}
                  uri={uri}
                  zoom={zoom}
                  onRetry={onRetry}
                  onSave={() => save(row)}
                />
              )
            }
          </Limit>
        ) : (
          list.loadState.at === 'complete' && <p className={css['notice']}>{t.files.gone}</p>
        )}
      </div>
      {before && (
        <IconButton
          className={`${css['stepButton']} ${css['previous']}`}
          name={t.viewer.previous}
          icon={<ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => turn(-1)}
        />
      )}
      {behind && (
        <IconButton
          className={`${css['stepButton']} ${css['next']}`}
          name={t.viewer.next}
          icon={<ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => turn(1)}
        />
      )}
      <LiveRegion />
    </dialog>
  )
}

/** Its contents are fetched at once unless they are behind a link with a limit of downloads. */
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
