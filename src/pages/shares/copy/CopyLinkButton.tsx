import { Check, Copy } from 'lucide-react'
import { use } from 'react'
import { isDeadNow } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { linkUrlOf, type LinkRow } from '#src/lists/rows/link-row.ts'
import { LinkCommandsContext } from '#src/pages/shares/commands/commands.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import css from './CopyLinkButton.module.css'

/** Copies a link without its password. Says so on the button for two seconds, and to screen readers. */
export function CopyLinkButton({
  row,
  isIconOnly = false,
}: {
  row: LinkRow
  isIconOnly?: boolean
}) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  const run = use(LinkCommandsContext)
  const copyLink = async () => {
    if (isDeadNow(row)) run('copyLink', [row])
    else if (await copy(linkUrlOf(row))) announce(t.links.linkCopied)
    else showManualCopy(linkUrlOf(row))
  }
  const Icon = copied ? Check : Copy
  const word = copied ? t.links.copied : t.links.copyLink
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css['button']}
      data-copied={copied || undefined}
      data-icon-only={isIconOnly || undefined}
      aria-label={t.links.copyLinkOf(escapeControlChars(row.name))}
      data-tooltip={isIconOnly ? t.links.copyLink : undefined}
      data-word={t.links.copyLink}
      onClick={() => void copyLink()}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {isIconOnly ? null : word}
    </button>
  )
}
