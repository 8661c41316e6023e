import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '#src/features/errors/Banner.tsx'
import { holderApplicationText } from '#src/features/locks/lock-text.ts'
import { site } from '#src/features/session/site.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'

/** Who holds the lock that prevents editing, as far as the service tells. */
export function LockHolderBanner({
  entry,
  isDirty,
  failure,
  actions,
}: {
  entry: LockEntry | undefined
  /** Whether something has been typed that cannot be saved now. */
  isDirty: boolean
  /** Why it was not locked, or not saved, when that was tried. */
  failure: ReactNode
  actions: ReactNode
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const viewers = useQuery(site.explorer()).data?.file_viewers
  const me = useQuery(users.me()).data?.id
  const owner = entry?.holder?.owner
  const person = useQuery({ ...users.info(owner ?? ''), enabled: owner !== undefined }).data
  const holder = entry && holderApplicationText(entry, viewers, t)
  const isOpenInApp = entry?.holder?.application?.type === 'viewer'
  const isSelf = owner !== undefined && owner === me
  const detail = [
    isOpenInApp && isSelf ? undefined : holder?.what,
    isOpenInApp || isSelf ? undefined : person?.nickname,
    holder?.detail,
  ].filter((text) => text !== undefined)
  const holding =
    isOpenInApp && isSelf
      ? messages.lockedBySelf
      : isOpenInApp && person?.nickname
        ? messages.lockedBy(person.nickname)
        : messages.lockedByUnknown
  const text = [holding, isDirty ? messages.typedIsKept : messages.canRead].join(
    t.common.betweenSentences,
  )
  return (
    <Banner
      variant="info"
      text={text}
      detail={
        <>
          {detail.length > 0 && (
            <p>
              <bdi>{detail.join(' · ')}</bdi>
            </p>
          )}
          {failure}
        </>
      }
      actions={actions}
    />
  )
}
