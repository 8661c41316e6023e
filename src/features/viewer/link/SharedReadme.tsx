import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { File } from '#src/contract/file.ts'
import { childUri } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { refreshDownloadsLeft } from '#src/features/links/limits/refresh-downloads-left.ts'
import { downloadFile } from '#src/features/viewer/file-contents.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { textPreviewKindOf } from './preview-kind.ts'
import { SharedContents } from './SharedContents.tsx'
import css from './SharedContents.module.css'

/** The README of a shared folder, or why it is not shown. */
export function SharedReadme({
  link,
  folder,
  readme: { data, error, refetch, isFetching },
  waits,
}: {
  link: LinkRecord
  /** URI of the folder, through the link or among the files of its owner. */
  folder: string
  readme: UseQueryResult<File | null>
  /** Whether it waits until it is asked for. */
  waits: boolean
}) {
  const { t } = useI18n()
  const shownError = useUnlessBackOnline(error)
  if (!data) {
    return (
      <div className={css['closed']}>
        <FileGlyph kind="text" size={36} />
        <p role="alert">
          {[t.sharedLink.readmeFailed, shownError && describeError(shownError, t).title]
            .filter(Boolean)
            .join(t.common.betweenSentences)}
        </p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t.common.retry}
        </Button>
      </div>
    )
  }
  const file = {
    id: data.id,
    uri: childUri(folder, data.name),
    name: data.name,
    size: data.size,
  }
  return data.size > maxTextBytes ? (
    <LargeReadme link={link} {...file} />
  ) : (
    <SharedContents link={link} file={file} kind={textPreviewKindOf(data.name)} waits={waits} />
  )
}

function LargeReadme({ link, uri, name }: { link: LinkRecord; uri: string; name: string }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const download = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await downloadFile({ uri, name })
      void refreshDownloadsLeft(client, link.id)
    } catch (error) {
      setFailure(error as Error)
    }
    setBusy(false)
  }
  const isLimited = link.remaining !== null
  const shownFailure = useUnlessBackOnline(failure ?? null)
  return (
    <div className={css['closed']}>
      <FileGlyph kind="text" size={36} />
      <p>
        {[t.sharedLink.tooLarge(escapeControlChars(name)), isLimited && t.sharedLink.openingCounts]
          .filter(Boolean)
          .join(t.common.betweenSentences)}
      </p>
      {link.remaining !== 0 && (
        <Button busy={isBusy} onClick={() => void download()}>
          {t.sharedLink.downloadFile(escapeControlChars(name))}
        </Button>
      )}
      {shownFailure && <p role="alert">{describeError(shownFailure, t).title}</p>}
    </div>
  )
}
