import { use } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { isExtendable, isUnusable, shareState } from '#src/lib/share-state.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { useNow } from '#src/ui/use-now.ts'
import { ShareCommands } from './commands/commands.ts'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import css from './CopyLinkButton.module.css'

/** Copies the link of a row; a dead link that can be revived has "Extend" beside it, where there is room. */
export function RowActions({
  row,
  isNarrow,
  isCard = false,
}: {
  row: ShareRow
  isNarrow: boolean
  isCard?: boolean
}) {
  const { t } = useI18n()
  const run = use(ShareCommands)
  const state = shareState(row, useNow())
  const canRevive = !isNarrow && isUnusable(state) && isExtendable(state)
  return (
    <>
      {canRevive && (
        <button
          type="button"
          tabIndex={-1}
          className={css['extend']}
          aria-label={t.shares.extendOf(row.name)}
          onClick={() => run('extend', [row])}
        >
          {t.shares.extend}
        </button>
      )}
      <CopyLinkButton row={row} isIconOnly={isNarrow || isCard || canRevive} />
    </>
  )
}
