import type { PermissionSetting } from '#src/contract/share.ts'
import { useAccessFormatter } from '#src/features/links/access/use-access-formatter.ts'
import { downloadLimitOf, type LinkChange } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkEditMessages } from '#src/i18n/link-edit-messages.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/**
 * Says in words what is true of an edited link, beside when it ends: its limit, and whatever else the edit was about.
 * `settings` are those that the link had and may get.
 */
export function useEditedFacts(settings: readonly (PermissionSetting | null)[]) {
  const { t } = useI18n()
  const messages = useLinkEditMessages()
  const { textOf } = useAccessFormatter(settings)
  return (row: LinkRow, { permissions, limit, showsView, showsReadme }: LinkChange): string[] => {
    const allowed = downloadLimitOf(row)
    return [
      permissions && textOf(row),
      (allowed !== null || limit !== undefined) && t.toasts.downloadLimit(allowed),
      showsView !== undefined && messages.layoutShown(showsView),
      showsReadme !== undefined && messages.readmeShown(showsReadme),
    ].filter((fact) => typeof fact === 'string')
  }
}
