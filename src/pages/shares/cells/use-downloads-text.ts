import { downloadLimitOf } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** "7 of 20", or "7" without a limit. */
export function useDownloadsText(): (row: LinkRow) => string {
  const { t } = useI18n()
  return (row) => {
    const limit = downloadLimitOf(row)
    return limit === null
      ? t.common.number(row.downloaded)
      : t.links.downloadsOf(row.downloaded, limit)
  }
}
