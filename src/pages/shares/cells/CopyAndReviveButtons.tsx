import { use } from 'react'
import { isExtendable, isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { LinkCommandsContext } from '#src/pages/shares/commands/commands.ts'
import { CopyLinkButton } from '#src/pages/shares/copy/CopyLinkButton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import css from '#src/pages/shares/copy/CopyLinkButton.module.css'

/**
 * Copies the link of a row. Beside it, where there is room: "Extend" of a dead link that can be revived, and of one whose
 * item is gone what says where the item is and what can be done.
 */
export function CopyAndReviveButtons({
  row,
  isNarrow,
  isCard = false,
}: {
  row: LinkRow
  isNarrow: boolean
  isCard?: boolean
}) {
  const { t } = useI18n()
  const run = use(LinkCommandsContext)
  const now = useNow()
  const isDead = (isCard || !isNarrow) && isDeadState(linkState(row, now))
  const canRevive = isExtendable(row, now)
  return (
    <>
      {isDead && (
        <button
          type="button"
          tabIndex={-1}
          className={css['extend']}
          aria-label={(canRevive ? t.links.extendOf : t.links.fixOf)(escapeControlChars(row.name))}
          onClick={() => run(canRevive ? 'extend' : 'edit', [row])}
        >
          {canRevive ? t.links.extend : t.links.fix}
        </button>
      )}
      {/* A card has room for one button. */}
      {!(isCard && isDead) && <CopyLinkButton row={row} isIconOnly={isNarrow || isDead} />}
    </>
  )
}
