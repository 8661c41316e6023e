import { AccessText } from '#src/features/links/access/AccessText.tsx'
import {
  changedLimits,
  downloadLimitOf,
  type LinkLimits,
} from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'
import { formatDateTime } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './EditLink.module.css'

/** The link was changed elsewhere while its form was open: says what of it, and lets one choose. */
export function LinkConflict({
  row,
  seen,
  now,
  onTakeOver,
  onSaveMine,
}: {
  row: LinkRow
  /** What the link allowed when the form was filled. */
  seen: LinkLimits
  now: LinkLimits
  onTakeOver: () => void
  onSaveMine: () => void
}) {
  const { t, locale } = useI18n()
  const messages = useLinkEditMessages()
  const texts = t.linkDetails
  const { expires, showsView, showsReadme, permissions } = now
  const limit = downloadLimitOf(now)
  const changed = changedLimits(seen, now)
  return (
    <div role="alert" className={css['conflict']}>
      <p>{messages.changedElsewhere}</p>
      <ul>
        {changed.has('expires') && (
          <li>
            {messages.part(
              texts.expiry,
              expires === null ? texts.neverExpires : formatDateTime(expires, locale),
            )}
          </li>
        )}
        {changed.has('limit') && (
          <li>
            {messages.part(
              texts.downloadLimit,
              limit === null ? texts.noLimit : formatNumber(limit, locale),
            )}
          </li>
        )}
        {changed.has('permissions') && (
          <li>
            {messages.part(t.links.columns.access, '')}
            <AccessText row={{ ...row, permissions }} />
          </li>
        )}
        {changed.has('showsView') && <li>{showsView ? texts.viewShared : texts.viewOwn}</li>}
        {changed.has('showsReadme') && (
          <li>
            {messages.part(texts.readme, showsReadme ? texts.readmeShown : messages.readmeHidden)}
          </li>
        )}
      </ul>
      <div className={css['choices']}>
        <Button small onClick={onTakeOver}>
          {messages.takeOver}
        </Button>
        <Button small onClick={onSaveMine}>
          {messages.saveMine}
        </Button>
      </div>
    </div>
  )
}
