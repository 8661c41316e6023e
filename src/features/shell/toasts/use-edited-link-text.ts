import { useAccessFormatter } from '#src/features/links/access/use-access-formatter.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import type { EditedLink } from '#src/jobs/messages/toasts.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'

/** Says in words what is true of an edited link: when it ends, its limit, and whatever else the edit was about. */
export function useEditedLinkText({
  name,
  expires,
  access,
  limit,
  showsView,
  showsReadme,
}: EditedLink): string {
  const { t, locale } = useI18n()
  const messages = useLinkEditMessages()
  const { textOf } = useAccessFormatter(access ? [access.permissions] : [])
  const until = expires === null ? null : formatWeekdayDate(expires, serviceNow(), locale)
  return [
    t.toasts.linkEdited({ name, until }),
    access && textOf(access),
    limit !== undefined && t.toasts.downloadLimit(limit),
    showsView !== undefined && messages.layoutShown(showsView),
    showsReadme !== undefined && messages.readmeShown(showsReadme),
  ]
    .filter((fact) => typeof fact === 'string')
    .join(' · ')
}
