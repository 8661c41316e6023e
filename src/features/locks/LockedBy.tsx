import { useI18n } from '#src/i18n/I18n.tsx'
import { type LockableItem, useKnownLock } from '#src/jobs/locks/locked-items.ts'
import { DescriptionItem } from '#src/ui/details/DetailsPanel.tsx'
import { useLockText } from './use-lock-text.ts'

/** Names what holds an item that a write has found to be locked (L12). */
export function LockedBy({ item }: { item: LockableItem }) {
  const { t } = useI18n()
  const lock = useKnownLock(item)
  const text = useLockText(lock)
  return (
    lock && (
      <DescriptionItem term={t.locks.locked}>
        <bdi>{text ?? t.locks.holderUnknown}</bdi>
      </DescriptionItem>
    )
  )
}
