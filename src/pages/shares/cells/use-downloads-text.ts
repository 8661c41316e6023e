import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** "7 of 20", or "7" without a limit. */
export function useDownloadsText(): (row: LinkRow) => string {
  const { t } = useI18n()
  return ({ downloaded, remaining }) =>
    remaining === null
      ? t.common.number(downloaded)
      : t.links.downloadsOf(downloaded, downloaded + Math.max(remaining, 0))
}
