import { Download } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { encode } from 'uqr'
import { useI18n } from '#src/i18n/I18n.tsx'
import { saveBlob, saveText } from '#src/platform/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './LinkDetails.module.css'

/** Size of the PNG, in px a cell; scanners need four light cells around the code. */
const pixelsPerCell = 16
const quietCells = 4

/** The link as a QR code in one SVG path, with a download. */
export function LinkQr({ link, name }: { link: string; name: string }) {
  const { t } = useI18n()
  const drawing = useRef<SVGSVGElement>(null)
  const { size, data, path } = useMemo(() => {
    const code = encode(link, { border: 0 })
    const path = code.data
      .flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('')
    return { size: code.size, data: code.data, path }
  }, [link])
  const download = () => {
    if (!drawing.current) return
    const svg = new XMLSerializer().serializeToString(drawing.current)
    saveText(svg, `${name}.qr.svg`, 'image/svg+xml')
  }
  const downloadPng = () => {
    const canvas = document.createElement('canvas')
    const side = (size + 2 * quietCells) * pixelsPerCell
    canvas.width = side
    canvas.height = side
    const drawn = canvas.getContext('2d')
    if (!drawn) return
    drawn.fillStyle = '#fff'
    drawn.fillRect(0, 0, side, side)
    drawn.scale(pixelsPerCell, pixelsPerCell)
    drawn.translate(quietCells, quietCells)
    drawn.fillStyle = '#000'
    for (const [y, cells] of data.entries())
      for (const [x, isDark] of cells.entries()) if (isDark) drawn.fillRect(x, y, 1, 1)
    canvas.toBlob((blob) => blob && saveBlob(blob, `${name}.qr.png`), 'image/png')
  }
  return (
    <div className={css['qr']}>
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t.linkDetails.qrOf(name)}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <Button
        small
        icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={download}
      >
        {t.linkDetails.qrDownload}
      </Button>
      <Button
        small
        icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={downloadPng}
      >
        {t.linkActions.qrPng}
      </Button>
    </div>
  )
}
