import type { LastSeenLinks } from '#src/features/links/state/last-seen.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatSinceTime } from '#src/lib/since.ts'
import { useNow } from '#src/ui/use-now.ts'

/** When the user last viewed the list, as part of a sentence: "Tuesday". */
export function useLastSeenText(lastSeen: LastSeenLinks | undefined): string {
  const { locale } = useI18n()
  const now = useNow()
  return lastSeen ? formatSinceTime(lastSeen.at, now, locale) : ''
}
