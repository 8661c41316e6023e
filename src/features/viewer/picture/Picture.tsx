import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { contents } from '#src/features/viewer/file-contents.ts'
import { ViewerMessage } from '#src/features/viewer/ViewerMessage.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Zoom } from '#src/lib/geometry/zoom.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import css from './MediaLightbox.module.css'

/** Larger images are shown on request only: limits in bytes, and in pixels, which take four bytes each. */
const hugeBytes = 64 * 1024 * 1024
const hugePixels = 80_000_000

const pixelsOf = ({ metadata }: FileRow): number =>
  (Number(metadata?.['exif:x']) || 0) * (Number(metadata?.['exif:y']) || 0)

/** One image, its loading state or its error. */
export function Picture({
  ref,
  row,
  uri,
  zoom,
  onRetry,
  onSave,
}: {
  ref: RefObject<HTMLImageElement | null>
  row: FileRow
  /** Null for an item without a URI. */
  uri: string | null
  zoom: Zoom
  /** Asks before the image is fetched again; without it Retry fetches at once. */
  onRetry: (() => void) | undefined
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
    ...contents.source(of),
    enabled: uri !== null && state !== 'huge',
  })
  const thumb = useThumbnail(uri !== null && state !== 'shown' ? of : null)
  // The download may have been interrupted, or the signed URL may have expired.
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
      <ViewerMessage title={t.viewer.huge} text={t.viewer.hugeText(size)}>
        <Button onClick={() => setState('insisted')}>{t.viewer.showAnyway}</Button>
        {download}
      </ViewerMessage>
    )
  }
  if (error && data === undefined) {
    return (
      <ViewerMessage title={t.viewer.notShown} text={describeError(error, t).title}>
        <Button busy={isFetching} onClick={onRetry ?? (() => void refetch())}>
          {t.common.retry}
        </Button>
      </ViewerMessage>
    )
  }
  if (state === 'broken' || uri === null) {
    return (
      <ViewerMessage title={t.viewer.notShown} text={t.viewer.notShownText}>
        {uri !== null && (
          <>
            {download}
            <Button busy={isFetching} onClick={onRetry ?? (() => void tryAgain())}>
              {t.common.retry}
            </Button>
          </>
        )}
      </ViewerMessage>
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
          alt={escapeControlChars(row.name)}
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
