import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#src/components/errors/error-text.ts'
import { MediaPlayer } from '#src/components/viewer/MediaPlayer.tsx'
import { useOpenContents } from '#src/components/viewer/use-open-contents.ts'
import type { Share } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/names/display.ts'
import { contents } from '#src/queries/files/file-contents.ts'
import { useThumbnail } from '#src/queries/files/thumbnails.ts'
import { readDownloadsLeft } from '#src/queries/shares/share-landing.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import type { PreviewKind } from './preview-kind.ts'
import css from './SharedContents.module.css'

/**
 * What a link leads to: a picture, a text, a video or audio. Reading it counts as a download of the link, so where the
 * number of downloads is limited, and for the owner of the link, it is read only when asked for.
 */
export function SharedContents({
  share,
  kind,
  waits,
}: {
  share: Share
  kind: PreviewKind
  /** Waits until it is asked for. */
  waits: boolean
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isBroken, setBroken] = useState(false)
  const of = {
    id: share.id,
    uri: childUri(rootUri('share', share.id), share.name),
    updatedAt: 0,
    name: share.name,
  }
  const query = contents.linked(kind, of)
  const { isOpen, isBusy, failure, open } = useOpenContents(!waits, async () => {
    // Not by the observer below, which would ask again when it is mounted again.
    await client.fetchQuery(query)
    void readDownloadsLeft(client, share.id)
  })
  const { data, error } = useQuery({ ...query, enabled: isOpen })
  const thumb = useThumbnail(!isOpen && kind === 'image' ? of : null)
  const left = share.remain_downloads

  const failed = failure ?? error
  if (!isOpen) {
    const total = (left ?? 0) + (share.downloaded ?? 0)
    return (
      <div className={css['closed']}>
        {thumb === undefined ? (
          <FileGlyph kind={kind} size={36} />
        ) : (
          <img src={thumb} alt="" className={css['thumb']} />
        )}
        {left !== 0 && (
          <Button kind="primary" busy={isBusy} onClick={open}>
            {typeof left === 'number' ? t.landing.openLimited(left, total) : t.landing.openContents}
          </Button>
        )}
        {failed && <p role="alert">{errorText(failed, t).title}</p>}
      </div>
    )
  }
  if (isBroken || (failed && data === undefined)) {
    return (
      <div className={css['closed']}>
        <FileGlyph kind={kind} size={36} />
        <p role="alert">{failed && !isBroken ? errorText(failed, t).title : t.landing.notShown}</p>
      </div>
    )
  }
  if (data === undefined) {
    return (
      <div className={css['closed']}>
        <Spinner />
      </div>
    )
  }
  if (kind === 'text') {
    return (
      <pre
        // Long texts are scrolled by keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={visibleText(share.name)}
        dir="auto"
        className={css['text']}
      >
        {data}
      </pre>
    )
  }
  return (
    <div className={css['shown']}>
      {kind === 'image' ? (
        <img
          src={data}
          alt={visibleText(share.name)}
          className={css['picture']}
          onError={() => setBroken(true)}
        />
      ) : (
        <MediaPlayer kind={kind} name={share.name} src={data} onBroken={() => setBroken(true)} />
      )}
    </div>
  )
}
