import { useQuery } from '@tanstack/react-query'
import { CornerUpRight, Link2, Lock } from 'lucide-react'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useKnownLock } from '#src/jobs/locks/locked-items.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import css from './ItemMarks.module.css'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Says that there is a link on an item, or that the item leads to the link of somebody else. */
function Mark({ of }: { of: 'shared' | 'shortcut' }) {
  const { t } = useI18n()
  const Icon = of === 'shared' ? Link2 : CornerUpRight
  return (
    <span role="img" aria-label={t.files[of]} data-tooltip={t.files[of]} className={css['mark']}>
      <Icon {...icon} />
    </span>
  )
}

/** Says that a write to an item has met a lock (L12); details name its holder. */
export function KnownLockMark({ row }: { row: FileRow }) {
  const { t } = useI18n()
  if (!useKnownLock(row)) return null
  return (
    <span
      role="img"
      aria-label={t.locks.locked}
      data-tooltip={t.locks.locked}
      className={`${css['mark']} ${css['locked']}`}
    >
      <Lock {...icon} />
    </span>
  )
}

/** Who shares what a shortcut leads to. */
export function SharedBy({ id }: { id: string }) {
  const { t } = useI18n()
  const { data } = useQuery({ ...users.info(id), enabled: id !== '', meta: { isInline: true } })
  if (!data?.nickname) return null
  return (
    <bdi className={css['owner']} data-tooltip={t.sharedLink.sharedBy(displayName(data.nickname))}>
      {escapeControlChars(data.nickname)}
    </bdi>
  )
}

/** Marks in the corner of a picture. */
export function MarkBadges({ row }: { row: FileRow }) {
  return (
    <span className={css['badges']}>
      <Marks row={row} />
    </span>
  )
}

/** Without the one who shares it. */
export function Marks({ row }: { row: FileRow }) {
  return (
    <>
      <KnownLockMark row={row} />
      {row.isShared && <Mark of="shared" />}
      {row.shortcut && <Mark of="shortcut" />}
    </>
  )
}

export function ItemMarks({ row }: { row: FileRow }) {
  return (
    <>
      <Marks row={row} />
      {row.shortcut && <SharedBy id={row.shortcut.owner} />}
    </>
  )
}
