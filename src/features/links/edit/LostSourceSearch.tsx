import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { ParentFolderPath } from '#src/features/folder/ParentFolderPath.tsx'
import { links } from '#src/features/links/links.ts'
import { deletedFolderCandidatesQuery } from '#src/features/links/source/deleted-folders.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLostSourceMessages } from '#src/i18n/parts/lost-source-messages.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import css from './EditLink.module.css'

/** Deleted folders that are named. */
const maxNamed = 5

/** Deleted folders that are looked into at a time: each takes a request. */
const maxLookedInto = 50

/** The deleted folders that the lost item of a link may be in, and a look inside of them. */
export function LostSourceSearch({
  row,
  onFound,
}: {
  row: LinkRow
  /** `folder` has the item directly in it. */
  onFound: (folder: FileRow) => void
}) {
  const { t } = useI18n()
  const messages = useLostSourceMessages()
  const {
    data: folders = [],
    error,
    isFetching,
    refetch,
  } = useQuery(deletedFolderCandidatesQuery(row))
  const look = useMutation(links.lookInside())
  const failure = useUnlessBackOnline(error ?? look.error)
  /** Ids of folders: the list is read again at focus, and those deleted meanwhile come first. */
  const [lookedInto, setLookedInto] = useState<readonly string[]>([])
  /** While a query without data is sent again it has no error. */
  const [isRetrying, setRetrying] = useState(false)
  const isUnread = error !== null || isRetrying
  const retry = async () => {
    setRetrying(true)
    const { isSuccess, data } = await refetch()
    setRetrying(false)
    // The pressed button is removed.
    if (isSuccess && data.length === 0) focusDialogOrMain()
  }
  if (folders.length === 0 && !isUnread) return null
  const next = folders.filter(({ id }) => !lookedInto.includes(id)).slice(0, maxLookedInto)
  const search = () =>
    look.mutate(
      { row, folders: next },
      {
        onSuccess: (folder) =>
          folder ? onFound(folder) : setLookedInto([...lookedInto, ...next.map(({ id }) => id)]),
      },
    )
  return (
    <div className={css['lost']}>
      {folders.length > 0 && <p>{messages.mayBeIn(folders.length)}</p>}
      <ul>
        {folders.slice(0, maxNamed).map((folder) => (
          <li key={folder.id}>
            <bdi>{displayName(folder.name)}</bdi>
            <small>
              {folder.origin !== null && <ParentFolderPath of={folder.origin} />} ·{' '}
              {messages.folderDeleted} <Timestamp at={folder.updatedAt} inSentence />
            </small>
          </li>
        ))}
      </ul>
      {folders.length > maxNamed && <p>{messages.moreFolders(folders.length - maxNamed)}</p>}
      {failure && <p role="alert">{describeError(failure, t).title}</p>}
      {/* A live region tells what changes in it, not what it comes with. */}
      <p role="status">
        {lookedInto.length > 0 &&
          (next.length === 0 ? messages.notInside : messages.notInsideNewest(lookedInto.length))}
      </p>
      {/* One button, which keeps the focus. */}
      {isUnread ? (
        <Button small busy={isFetching} onClick={() => void retry()}>
          {t.common.retry}
        </Button>
      ) : (
        next.length > 0 && (
          <Button small busy={look.isPending} onClick={search}>
            {look.error
              ? t.common.retry
              : lookedInto.length > 0
                ? messages.lookInsideNext(next.length)
                : messages.lookInside}
          </Button>
        )
      )}
    </div>
  )
}
