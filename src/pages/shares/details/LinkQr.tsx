import { Download } from 'lucide-react'
import { useRef } from 'react'
import { encode } from 'uqr'
import { useI18n } from '#src/i18n/I18n.tsx'
import { saveBlob, saveTextFile } from '#src/platform/files/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { QrCode } from '#src/ui/QrCode.tsx'
import css from './LinkDetails.module.css'

/** Size of the PNG, in px a cell; scanners need four light cells around the code. */
const pixelsPerCell = 16
const quietCells = 4

/** The link as a QR code, with a download. */
export function LinkQr({ link, name }: { link: string; name: string }) {
  const { t } = useI18n()
  const drawing = useRef<SVGSVGElement>(null)
  const download = () => {
    if (!drawing.current) return
    const svg = new XMLSerializer().serializeToString(drawing.current)
    saveTextFile(svg, `${name}.qr.svg`, 'image/svg+xml')
  }
  const downloadPng = () => {
    const { size, data } = encode(link, { border: 0 })
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
      <QrCode ref={drawing} text={link} name={t.linkDetails.qrOf(name)} />
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
