import type { Messages } from '#src/i18n/messages.ts'
import type { Operation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'

/** What is true of links that were edited, where it can be said of all of them in a few words. */
export function editedLinksText(
  { kind, name, count, soFar, linkEdit }: Operation,
  t: Messages,
  locale: string,
): string | undefined {
  // Of those that were changed before, other things may be true.
  if (kind !== 'editLinks' || !linkEdit || soFar) return undefined
  const { ends, limit, access } = linkEdit
  const facts = [access, limit !== undefined && t.toasts.downloadLimit(limit)].filter(
    (fact) => typeof fact === 'string',
  )
  if (ends === undefined)
    return facts.length > 0 ? [t.toasts.linksNow(name, count), ...facts].join(' · ') : undefined
  const format = (at: number) => formatWeekdayDate(at, serviceNow(), locale)
  const days = ends && new Set([format(ends.first), format(ends.last)])
  const until = days && [...days].join(' – ')
  return [t.toasts.linkEdited({ name, count, until }), ...facts].join(' · ')
}
