import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ShareSourceType } from '#src/contract/share.ts'
import { rootUri } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { refreshDownloadsLeft } from '#src/features/links/limits/refresh-downloads-left.ts'
import { contents } from '#src/features/viewer/file-contents.ts'
import { MediaPlayer } from '#src/features/viewer/MediaPlayer.tsx'
import { useDeferredContents } from '#src/features/viewer/use-deferred-contents.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { isTextPreviewKind, type PreviewKind } from './preview-kind.ts'
import { readTableStart } from './table-start.ts'
import { TextContents } from './TextContents.tsx'
import css from './SharedContents.module.css'

/**
 * A file that a link leads to, or the README of its folder. Reading it counts as a download of the link, so where the
 * number of downloads is limited it is read only when asked for.
 */
export function SharedContents({
  link,
  file,
  kind,
  waits,
}: {
  link: LinkRecord
  file: { id: string; uri: string; name: string; size: number }
  kind: PreviewKind
  /** Whether it waits until it is asked for. */
  waits: boolean
}) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const client = useQueryClient()
  const [isBroken, setBroken] = useState(false)
  /** Where a recording broke off, in seconds: its signed URL ends while a long one is played. */
  const [brokenAt, setBrokenAt] = useState(0)
  const of = { ...file, updatedAt: 0 }
  const isPart = kind === 'table' && file.size > maxTextBytes
  const query = contents.linked(kind, of, isPart ? readTableStart : undefined)
  const { isOpen, isBusy, failure, open, close } = useDeferredContents(!waits, async () => {
    // The observer below would ask again when it is mounted again. What broke off needs another address.
    await client.fetchQuery(isBroken ? { ...query, staleTime: 0 } : query)
    setBroken(false)
    focusMain()
    void refreshDownloadsLeft(client, link.id)
  })
  const { data, error, refetch, isFetching } = useQuery({ ...query, enabled: isOpen })
  const thumb = useThumbnail(!isOpen && kind === 'image' ? of : null)
  const retry = async () => {
    const { isSuccess } = await refetch()
    if (!isSuccess) return
    setBroken(false)
    focusMain()
  }

  const left = link.remaining
  const total = (left ?? 0) + link.downloaded
  const isReadme = link.sourceType === ShareSourceType.folder
  const [openAll, openLimited] = isReadme
    ? [messages.showReadme, messages.showReadmeLimited]
    : [t.sharedLink.openContents, t.sharedLink.openLimited]

  const failed = failure ?? error
  const shownFailure = useUnlessBackOnline(failed)
  if (isOpen && data !== undefined && !isBroken) {
    return (
      <Shown
        link={link}
        name={file.name}
        kind={kind}
        data={data}
        isPart={isPart}
        startSeconds={brokenAt}
        onBroken={(seconds = 0) => {
          setBroken(true)
          // One that fails to load has come to no place.
          setBrokenAt((before) => seconds || before)
          if (waits) close()
        }}
      />
    )
  }
  return (
    <div className={css['closed']}>
      {isOpen && !failed && !isBroken ? (
        <Spinner label={t.common.loading} />
      ) : (
        <>
          {thumb === undefined ? (
            <FileGlyph kind={kindOfName(file.name)} size={36} />
          ) : (
            <img src={thumb} alt="" className={css['thumb']} />
          )}
          {!isOpen && left !== 0 && (
            <Button variant="primary" busy={isBusy} onClick={open}>
              {typeof left === 'number' ? openLimited(left, total) : openAll}
            </Button>
          )}
          {!isOpen && left !== 0 && (
            <p>{left === 1 ? t.sharedLink.openingLast : t.sharedLink.openingCounts}</p>
          )}
          {isBroken && !shownFailure && (
            <p role="alert">
              {messages.notShown[kind === 'video' || kind === 'audio' ? kind : 'image']}
            </p>
          )}
          {shownFailure && <p role="alert">{describeError(shownFailure, t).title}</p>}
          {isOpen && (
            <Button busy={isFetching} onClick={() => void retry()}>
              {t.common.retry}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** A placeholder for contents that are being read. */
export function LoadingContents() {
  const { t } = useI18n()
  return (
    <div className={css['closed']}>
      <Spinner label={t.common.loading} />
    </div>
  )
}

/** Contents that have been read. */
function Shown({
  link,
  name,
  kind,
  data,
  isPart,
  startSeconds,
  onBroken,
}: {
  link: LinkRecord
  name: string
  kind: PreviewKind
  /** The text, or the `src` of the picture or the recording. */
  data: string
  /** Whether there is more of the text. */
  isPart: boolean
  /** Where a recording begins. */
  startSeconds: number
  /** Called with the place, in seconds, where a recording broke off. */
  onBroken: (seconds?: number) => void
}) {
  if (isTextPreviewKind(kind)) {
    const folder =
      link.sourceType === ShareSourceType.folder ? rootUri('share', link.id) : undefined
    return (
      <div className={css[kind]}>
        <TextContents
          kind={kind}
          name={name}
          text={data}
          isPart={isPart}
          folder={folder}
          firstLevel={2}
        />
      </div>
    )
  }
  return (
    <div className={css['shown']}>
      {kind === 'image' ? (
        <img
          src={data}
          alt={escapeControlChars(name)}
          className={css['picture']}
          onError={() => onBroken()}
        />
      ) : (
        <MediaPlayer
          kind={kind}
          name={name}
          src={data}
          startSeconds={startSeconds}
          onBroken={onBroken}
        />
      )}
    </div>
  )
}
