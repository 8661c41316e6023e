import { type Ref, useMemo } from 'react'
import { encode } from 'uqr'
import css from './QrCode.module.css'

/** A text as a QR code in one SVG path. */
export function QrCode({
  text,
  name,
  ref,
}: {
  text: string
  name: string
  ref?: Ref<SVGSVGElement>
}) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 0 })
    const path = code.data
      .flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('')
    return { size: code.size, path }
  }, [text])
  return (
    <svg
      ref={ref}
      className={css['code']}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
