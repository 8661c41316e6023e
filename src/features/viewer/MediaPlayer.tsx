import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './MediaPlayer.module.css'

/**
 * Plays a video or audio with the browser's own controls. It starts when the user asks for it, and the browser fetches
 * only the parts that are played.
 */
export function MediaPlayer({
  kind,
  name,
  src,
  startSeconds = 0,
  onBroken,
}: {
  kind: 'video' | 'audio'
  name: string
  src: string
  /** Where it begins, in seconds. */
  startSeconds?: number
  /** Called with the place, in seconds, when it cannot be loaded, or this browser cannot play it. */
  onBroken: (seconds: number) => void
}) {
  const { t } = useI18n()
  const from = startSeconds > 0 ? `${src}#t=${startSeconds}` : src
  const label = t.viewer.player(escapeControlChars(name))
  if (kind === 'video') {
    return (
      // Uploaded videos have no captions of their own.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        controls
        playsInline
        preload="metadata"
        src={from}
        aria-label={label}
        className={css['video']}
        onError={({ currentTarget }) => onBroken(currentTarget.currentTime)}
      />
    )
  }
  return (
    <div className={css['audio']}>
      <FileGlyph kind="audio" size={36} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        controls
        preload="metadata"
        src={from}
        aria-label={label}
        onError={({ currentTarget }) => onBroken(currentTarget.currentTime)}
      />
    </div>
  )
}
