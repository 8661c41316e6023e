import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { contents } from './file-contents.ts'
import { MediaPlayer } from './MediaPlayer.tsx'
import { ViewerMessage } from './ViewerMessage.tsx'
import css from './picture/MediaLightbox.module.css'

/** One video or piece of audio in the viewer, its loading state or its error. */
export function AudioVideoViewer({
  row,
  uri,
  kind,
  onRetry,
  onSave,
}: {
  row: FileRow
  /** Null for an item without a URI. */
  uri: string | null
  kind: 'video' | 'audio'
  /** Asks before the recording is fetched again; without it Retry fetches at once. */
  onRetry: (() => void) | undefined
  onSave: () => void
}) {
  const { t } = useI18n()
  const [isBroken, setBroken] = useState(false)
  /** Where it broke off: its signed URL ends while a long one is played. */
  const [brokenAt, setBrokenAt] = useState(0)
  const of = { ...row, uri: uri ?? '' }
  const { data, error, refetch, isFetching } = useQuery({
    ...contents.source(of),
    enabled: uri !== null,
  })
  const retry = async () => {
    await refetch()
    setBroken(false)
  }
  if (isBroken || uri === null || (error && data === undefined)) {
    return (
      <ViewerMessage
        title={t.viewer.notPlayed[kind]}
        text={error && !isBroken ? describeError(error, t).title : t.viewer.notPlayedText}
      >
        {uri !== null && <Button onClick={onSave}>{t.files.download}</Button>}
        {uri !== null && (
          <Button busy={isFetching} onClick={onRetry ?? (() => void retry())}>
            {t.common.retry}
          </Button>
        )}
      </ViewerMessage>
    )
  }
  if (data === undefined) {
    return (
      <span className={css['waiting']}>
        <Spinner />
      </span>
    )
  }
  return (
    <MediaPlayer
      kind={kind}
      name={row.name}
      src={data}
      startSeconds={brokenAt}
      onBroken={(seconds) => {
        setBroken(true)
        // One that fails to load has come to no place.
        setBrokenAt((before) => seconds || before)
      }}
    />
  )
}
