import { Banner } from '#src/features/errors/Banner.tsx'
import { isUsedUp } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'

/** To those who are at a link that has ended since they opened it: why nothing more can be loaded. */
export function LinkEndedBanner({ link }: { link: LinkRecord | undefined }) {
  const { t } = useI18n()
  const text = link && isUsedUp(link) ? t.sharedLink.usedUpMeanwhile : t.sharedLink.endedMeanwhile
  return <Banner variant="info" text={text} />
}
