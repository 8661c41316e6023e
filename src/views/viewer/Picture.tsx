import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { Zoom } from '#src/lib/zoom.ts'
import { contents } from '#src/queries/contents.ts'
import type { FileRow } from '#src/queries/files.ts'
import { useThumb } from '#src/queries/thumbs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { errorWords } from '../error-words.ts'
import css from './ImageViewer.module.css'

/** Larger pictures are shown only when that is asked for: bytes, and pixels, which take four bytes each. */
const hugeBytes = 64 * 1024 * 1024
const hugePixels = 80_000_000

const pixelsOf = ({ metadata }: FileRow): number =>
  (Number(metadata?.['exif:x']) || 0) * (Number(metadata?.['exif:y']) || 0)

/** A picture in the middle of its stage, or why it is not there. */
export function Picture({
  ref,
  row,
  uri,
  zoom,
  onSave,
}: {
  ref: RefObject<HTMLImageElement | null>
  row: FileRow
  /** Null for what has no address. */
  uri: string | null
  zoom: Zoom
  onSave: () => void
}) {
  const { t, language } = useI18n()
  const [pixels, setPixels] = useState(() => pixelsOf(row))
  const isHugeBefore = row.size > hugeBytes || pixels > hugePixels
  const [state, setState] = useState<'loading' | 'shown' | 'broken' | 'huge' | 'insisted'>(
    isHugeBefore ? 'huge' : 'loading',
  )
  const of = { ...row, uri: uri ?? '' }
  const { data, error, refetch, isFetching } = useQuery({
    ...contents.picture(of),
    enabled: uri !== null && state !== 'huge',
  })
  const thumb = useThumb(uri !== null && state !== 'shown' ? of : null)
  // The network may have broken in the middle, or the address was too old.
  const tryAgain = async () => {
    await refetch()
    setState('loading')
  }
  const download = <Button onClick={onSave}>{t.files.download}</Button>
  if (state === 'huge') {
    const size =
      pixels > hugePixels
        ? t.viewer.megapixels(Math.round(pixels / 1_000_000))
        : formatBytes(row.size, language)
    return (
      <Face title={t.viewer.huge} text={t.viewer.hugeText(size)}>
        <Button onClick={() => setState('insisted')}>{t.viewer.showAnyway}</Button>
        {download}
      </Face>
    )
  }
  if (error && data === undefined) {
    return (
      <Face title={t.viewer.notShown} text={errorWords(error, t).title}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t.common.retry}
        </Button>
      </Face>
    )
  }
  if (state === 'broken' || uri === null) {
    return (
      <Face title={t.viewer.notShown} text={t.viewer.notShownText}>
        {uri !== null && (
          <>
            {download}
            <Button busy={isFetching} onClick={() => void tryAgain()}>
              {t.common.retry}
            </Button>
          </>
        )}
      </Face>
    )
  }
  const isShown = state === 'shown'
  return (
    <>
      {!isShown && thumb && <img src={thumb} alt="" className={css['thumb']} draggable={false} />}
      {!isShown && (
        <span className={css['waiting']}>
          <Spinner />
        </span>
      )}
      {data !== undefined && (
        <img
          ref={ref}
          src={data}
          alt={visibleText(row.name)}
          decoding="async"
          draggable={false}
          className={css['picture']}
          data-shown={isShown || undefined}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          onLoad={({ currentTarget: { naturalWidth: x, naturalHeight: y } }) => {
            setPixels(x * y)
            setState((before) => (x * y > hugePixels && before !== 'insisted' ? 'huge' : 'shown'))
          }}
          onError={() => setState('broken')}
        />
      )}
    </>
  )
}

/** Said calmly, in the place of a picture. */
function Face({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const face = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = face.current
    return () => {
      // The button that was pressed goes with it; the keys are those of the dialog.
      if (element?.contains(document.activeElement)) element.closest('dialog')?.focus()
    }
  }, [])
  return (
    <div ref={face} role="alert" className={css['face']}>
      <ImageOff size={40} strokeWidth={1.25} aria-hidden="true" />
      <strong>{title}</strong>
      <p>{text}</p>
      <div>{children}</div>
    </div>
  )
}
