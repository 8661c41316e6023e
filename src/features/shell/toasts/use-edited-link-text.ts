import { useAccessFormatter } from '#src/features/links/access/use-access-formatter.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import type { EditedLink } from '#src/jobs/messages/toasts.ts'
import type { JobOperation } from '#src/jobs/store/job.ts'
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

/** What is true of links that were edited, where it can be said of all of them in a few words. */
export function useEditedLinksText({
  name,
  count,
  soFar,
  editedLinks,
}: JobOperation): string | undefined {
  const { t, locale } = useI18n()
  const { ends, limit, access } = editedLinks ?? {}
  const { textOf } = useAccessFormatter(typeof access === 'object' ? [access.permissions] : [])
  // Of those that were changed before, other things may be true.
  if (!editedLinks || soFar) return undefined
  const facts = [
    typeof access === 'string' ? t.links.access.ofAll[access] : access && textOf(access),
    limit !== undefined && t.toasts.downloadLimit(limit),
  ].filter((fact) => typeof fact === 'string')
  if (ends === undefined)
    return facts.length > 0 ? [t.toasts.linksNow(name, count), ...facts].join(' · ') : undefined
  const format = (at: number) => formatWeekdayDate(at, serviceNow(), locale)
  const days = ends && new Set([format(ends.first), format(ends.last)])
  const until = days && [...days].join(' – ')
  return [t.toasts.linkEdited({ name, count, until }), ...facts].join(' · ')
}
