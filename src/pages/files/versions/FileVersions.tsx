import { useMutation } from '@tanstack/react-query'
import { Download, ExternalLink, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { StoredContent } from '#src/contract/file.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { downloadVersion, openVersion, versionWrites } from '#src/features/files/version-writes.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useItemDetailsMessages } from '#src/i18n/parts/item-details-messages.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { formatDistinctTimes } from '#src/lib/distinct-times.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Section } from '#src/ui/details/DetailsPanel.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import css from './FileVersions.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The versions of a file, newest first: each can be opened, downloaded, restored and deleted (F4). */
export function FileVersions({
  item,
  versions,
  current,
}: {
  item: FileRow
  versions: readonly StoredContent[]
  /** Id of the current version. */
  current: string | undefined
}) {
  const { t, language, locale } = useI18n()
  const messages = useItemDetailsMessages()
  const [failure, setFailure] = useState<Error>()
  const [deleting, setDeleting] = useState<StoredContent>()
  const restore = useMutation(versionWrites.restore())
  const remove = useMutation(versionWrites.remove())
  const isBusy = restore.isPending || remove.isPending
  const run = async (act: () => Promise<unknown>, success?: string) => {
    setFailure(undefined)
    try {
      await act()
      if (success) announce(success)
    } catch (error) {
      if (!(error instanceof LockCancelledError)) setFailure(error as Error)
    }
  }
  const sorted = versions.toSorted((a, b) => timeOf(b) - timeOf(a))
  const names = formatDistinctTimes(sorted.map(timeOf), locale)
  const whenOf = (entity: StoredContent) => names[sorted.indexOf(entity)] ?? ''
  return (
    <Section title={messages.versions}>
      {failure && (
        <p role="alert" className={css['failure']}>
          {hasErrorCode(failure, ErrorCode.contentNotFound)
            ? messages.versionGone
            : describeError(failure, t).title}
        </p>
      )}
      <ul className={css['versions']}>
        {sorted.map((entity) => {
          const when = whenOf(entity)
          const version = { item, version: entity.id }
          return (
            <li key={entity.id} aria-current={entity.id === current || undefined}>
              <VersionFacts entity={entity} when={when} isCurrent={entity.id === current} />
              <IconButton
                small
                name={messages.versionOpen(when)}
                icon={<ExternalLink {...icon} />}
                onClick={() => void run(() => openVersion(version))}
              />
              <IconButton
                small
                name={messages.versionDownload(when)}
                icon={<Download {...icon} />}
                onClick={() => void run(() => downloadVersion(version))}
              />
              {entity.id !== current && (
                <>
                  <IconButton
                    small
                    name={messages.versionRestore(when)}
                    icon={<RotateCcw {...icon} />}
                    aria-disabled={isBusy || undefined}
                    onClick={() =>
                      !isBusy &&
                      void run(() => restore.mutateAsync(version), messages.versionRestored(when))
                    }
                  />
                  <IconButton
                    small
                    name={messages.versionDelete(when)}
                    icon={<Trash2 {...icon} />}
                    aria-disabled={isBusy || undefined}
                    onClick={() => !isBusy && setDeleting(entity)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={messages.deleteVersionTitle}
          text={messages.deleteVersionText(whenOf(deleting), formatBytes(deleting.size, language))}
          action={messages.deleteVersion}
          onConfirm={() => {
            setDeleting(undefined)
            void run(
              () => remove.mutateAsync({ item, version: deleting.id }),
              messages.versionDeleted(whenOf(deleting)),
            )
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Section>
  )
}

const timeOf = ({ created_at: at }: StoredContent): number => parseTime(at) ?? 0

/** When a version was written, how large it is and by whom. */
function VersionFacts({
  entity,
  when,
  isCurrent,
}: {
  entity: StoredContent
  when: string
  isCurrent: boolean
}) {
  const { language } = useI18n()
  const messages = useItemDetailsMessages()
  const person = escapeControlChars(entity.created_by?.nickname ?? '')
  return (
    <span>
      {when}
      <small>
        {isCurrent && <b>{messages.versionCurrent}</b>}
        {formatBytes(entity.size, language)}
        {person && <bdi>{messages.versionBy(person)}</bdi>}
      </small>
    </span>
  )
}
