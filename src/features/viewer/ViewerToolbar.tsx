import { Download, Info, Link2, Trash2, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { maxScale } from '#src/lib/geometry/zoom.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import type { ZoomControls } from './picture/use-zoom.ts'
import css from './picture/MediaLightbox.module.css'

const icon = (Icon: typeof X) => <Icon size={18} strokeWidth={1.75} aria-hidden="true" />

/** What the page of the folder does with the picture that is shown. */
export type ViewerCommandName = 'share' | 'delete'
const commandIcons: Record<ViewerCommandName, ReactNode> = {
  share: icon(Link2),
  delete: icon(Trash2),
}

/** The name of what the viewer shows, its position in the folder, and what can be done with it. */
export function ViewerToolbar({
  titleId,
  row,
  position,
  zooming,
  commands,
  onUndo,
  onRun,
  onSave,
  onDetails,
  onClose,
}: {
  titleId: string
  /** Undefined when the item no longer exists. */
  row: FileRow | undefined
  position: string | undefined
  /** Null for what cannot be zoomed. */
  zooming: ZoomControls | null
  commands: readonly ViewerCommandName[]
  /** Brings back the picture that was deleted last; undefined when that is impossible. */
  onUndo: (() => void) | undefined
  onRun: (command: ViewerCommandName, row: FileRow) => void
  onSave: (row: FileRow) => void
  onDetails: (row: FileRow) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  return (
    <header className={css['bar']}>
      <h2 id={titleId}>{row ? <TruncatedName name={row.name} /> : t.viewer.notShown}</h2>
      {position && <span className={css['place']}>{position}</span>}
      <span className={css['gap']} />
      {zooming && (
        <span className={css['zoom']}>
          <IconButton
            name={t.viewer.zoomOut}
            icon={icon(ZoomOut)}
            aria-disabled={zooming.zoom.scale === 1 || undefined}
            onClick={zooming.zoomOut}
          />
          <button type="button" data-tooltip={t.viewer.fitToWindow} onClick={zooming.reset}>
            {t.viewer.percent(Math.round(zooming.zoom.scale * 100))}
          </button>
          <IconButton
            name={t.viewer.zoomIn}
            icon={icon(ZoomIn)}
            aria-disabled={zooming.zoom.scale === maxScale || undefined}
            onClick={zooming.zoomIn}
          />
        </span>
      )}
      {/* Messages lie below the viewer, so that theirs would be out of reach. */}
      {onUndo && <IconButton name={t.viewer.undoDeletion} icon={icon(Undo2)} onClick={onUndo} />}
      {row && (
        <>
          {commands.map((command) => (
            <IconButton
              key={command}
              name={t.files[command]}
              icon={commandIcons[command]}
              onClick={() => onRun(command, row)}
            />
          ))}
          <IconButton name={t.files.download} icon={icon(Download)} onClick={() => onSave(row)} />
          <IconButton name={t.files.details} icon={icon(Info)} onClick={() => onDetails(row)} />
        </>
      )}
      <IconButton name={t.common.close} icon={icon(X)} onClick={onClose} />
    </header>
  )
}
