import { useI18n } from '#src/i18n/I18n.tsx'
import { formatSince } from '#src/lib/since.ts'
import type { LastLook } from '#src/stores/links/last-look.ts'
import { useNow } from '#src/ui/use-now.ts'

/** The time of the last look inside of a sentence, such as "Tuesday". */
export function useSince(lastLook: LastLook | undefined): string {
  const { language } = useI18n()
  const now = useNow()
  return lastLook ? formatSince(lastLook.at, now, language) : ''
}
