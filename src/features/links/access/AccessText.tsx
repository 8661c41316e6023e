import { UserRoundPen } from 'lucide-react'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { accessSummaryOf } from './access.ts'
import { useAccessFormatter } from './use-access-formatter.ts'
import css from './AccessText.module.css'

/** Who may open a link and who may change it, in one line; amber where others than one's own people may. */
export function AccessText({ row }: { row: LinkRow }) {
  return <FormattedAccess row={row} format={useAccessFormatter([row.permissions])} />
}

/** An {@link AccessText} of one of many links that share a formatter: each of its own would watch two queries. */
export function FormattedAccess({
  row,
  format: { ownGroup, textOf },
}: {
  row: LinkRow
  format: ReturnType<typeof useAccessFormatter>
}) {
  const text = textOf(row)
  return (
    <span
      className={css['access']}
      data-access=""
      data-open-to-change={accessSummaryOf(row.permissions, ownGroup).isOpenToChange || undefined}
      data-tooltip={text}
      data-tooltip-if="cut"
    >
      {text}
    </span>
  )
}

/**
 * Stands for the {@link AccessText} where that has no room: a sign of links that others than one's own people may change,
 * and nothing of other links.
 */
export function OpenToChangeSign({ row }: { row: LinkRow }) {
  const { ownGroup, textOf } = useAccessFormatter([row.permissions])
  if (!accessSummaryOf(row.permissions, ownGroup).isOpenToChange) return null
  const text = textOf(row)
  return (
    <span role="img" aria-label={text} data-tooltip={text} className={css['sign']}>
      <UserRoundPen size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
