import type { LockConflict } from '#src/contract/lock.ts'
import { canonicalUri, isSameOrBelow, parseUri } from '#src/contract/uri.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { useLockText } from '#src/features/locks/use-lock-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { toLockEntries } from '#src/jobs/locks/lock-question.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'

/**
 * What holds an item and who that is, as far as the service has said it. What is locked may be another one, in the item or
 * above it, whose path then comes first.
 */
export function LockText({
  item,
  locks = [],
}: {
  item: JobItem
  locks: readonly LockConflict[] | undefined
}) {
  const { t } = useI18n()
  const entries = toLockEntries(locks.map((conflict) => ({ conflict, item })))
  const [entry] = entries
  const holder = useLockText(entry) ?? t.operations.restoring.lockedText
  const path = entry?.path === undefined ? undefined : pathOfOther(entry.path, item, t)
  return [
    path === undefined ? holder : t.common.labelled(path, holder),
    ...(entries.length > 1 ? [t.locks.more(entries.length - 1)] : []),
  ].join(' · ')
}

/** The path of a locked item that is not the item itself, shortened where it is in the item. */
function pathOfOther(locked: string, item: JobItem, t: Messages): string | undefined {
  if (canonicalUri(locked) === canonicalUri(item.uri)) return undefined
  if (!isSameOrBelow(locked, item.uri)) return folderPathText(locked, t)
  const depth = parseUri(item.uri).segments.length
  return parseUri(locked).segments.slice(depth).map(escapeControlChars).join(' / ')
}
