import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WopiLockError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { lockEntries } from '#src/queries/lock-gate.ts'
import { site } from '#src/queries/site.ts'
import { users } from '#src/queries/users.ts'
import { Banner } from '#src/views/Banner.tsx'
import { holderWords } from '#src/views/lock-words.ts'

/** Who has the file that could not be locked, as far as the service tells. */
export function HolderBanner({
  error,
  actions,
}: {
  error: WopiLockError | undefined
  actions: ReactNode
}) {
  const { t } = useI18n()
  const viewers = useQuery(site.explorer()).data?.file_viewers
  const me = useQuery(users.me()).data?.id
  const [entry] = lockEntries((error?.conflicts ?? []).map((conflict) => ({ conflict })))
  const owner = entry?.holder?.owner
  const person = useQuery({ ...users.info(owner ?? ''), enabled: owner !== undefined }).data
  const holder = entry && holderWords(entry, viewers, t)
  const isOpenInApp = entry?.holder?.application?.type === 'viewer'
  const isSelf = owner !== undefined && owner === me
  const detail = [
    isOpenInApp && isSelf ? undefined : holder?.what,
    isOpenInApp || isSelf ? undefined : person?.nickname,
    holder?.detail,
  ].filter((text) => text !== undefined)
  const text =
    isOpenInApp && isSelf
      ? t.editor.refusedSelf
      : isOpenInApp && person?.nickname
        ? t.editor.refused(person.nickname)
        : t.editor.refusedUnnamed
  return (
    <Banner
      look="info"
      text={text}
      detail={
        detail.length > 0 && (
          <p>
            <bdi>{detail.join(' · ')}</bdi>
          </p>
        )
      }
      actions={actions}
    />
  )
}
