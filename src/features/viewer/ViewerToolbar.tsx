import { Download, Info, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { maxScale } from '#src/lib/geometry/zoom.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import type { Zooming } from './picture/use-zoom.ts'
import css from './picture/ImageViewer.module.css'

const icon = (Icon: typeof X) => <Icon size={18} strokeWidth={1.75} aria-hidden="true" />

/** The name of what the viewer shows, its position in the folder, and what can be done with it. */
export function ViewerToolbar({
  titleId,
  row,
  position,
  hasZoom,
  zooming,
  onSave,
  onDetails,
  onClose,
}: {
  titleId: string
  /** Undefined when the item no longer exists. */
  row: FileRow | undefined
  position: string | undefined
  hasZoom: boolean
  zooming: Zooming
  onSave: (row: FileRow) => void
  onDetails: (row: FileRow) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const { zoom } = zooming
  return (
    <header className={css['bar']}>
      <h2 id={titleId}>{row ? <TruncatedName name={row.name} /> : t.viewer.notShown}</h2>
      {position && <span className={css['place']}>{position}</span>}
      <span className={css['gap']} />
      <span className={css['zoom']} hidden={!hasZoom}>
        <IconButton
          name={t.viewer.zoomOut}
          icon={icon(ZoomOut)}
          aria-disabled={zoom.scale === 1 || undefined}
          onClick={zooming.zoomOut}
        />
        <button type="button" data-tooltip={t.viewer.fitToWindow} onClick={zooming.reset}>
          {t.viewer.percent(Math.round(zoom.scale * 100))}
        </button>
        <IconButton
          name={t.viewer.zoomIn}
          icon={icon(ZoomIn)}
          aria-disabled={zoom.scale === maxScale || undefined}
          onClick={zooming.zoomIn}
        />
      </span>
      {row && (
        <>
          <IconButton name={t.files.download} icon={icon(Download)} onClick={() => onSave(row)} />
          <IconButton name={t.files.details} icon={icon(Info)} onClick={() => onDetails(row)} />
        </>
      )}
      <IconButton name={t.common.close} icon={icon(X)} onClick={onClose} />
    </header>
  )
}
