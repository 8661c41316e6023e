import { useMemo, useState } from 'react'
import { type LinkState, linkState } from '#src/features/links/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { useNow } from '#src/ui/use-now.ts'
import css from './Bulk.module.css'

const causes = ['sourceGone', 'expired', 'usedUp'] as const
type Cause = (typeof causes)[number]

/** Lines that are drawn of a cause; its checkbox is about all of them. */
const maxLines = 100

/** The dead links of the list by their cause. */
function deadLinks(list: PagedList<LinkRow>, now: number): Record<Cause, LinkRow[]> {
  const found: Record<Cause, LinkRow[]> = { sourceGone: [], expired: [], usedUp: [] }
  const byState: Partial<Record<LinkState, LinkRow[]>> = found
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row) byState[linkState(row, now)]?.push(row)
  }
  return found
}

/** All dead links by their cause, to be deleted in one step but for those that are ticked off (S8). */
export function CleanUpDialog({
  list,
  onDelete,
  onClose,
}: {
  list: PagedList<LinkRow>
  onDelete: (rows: readonly LinkRow[]) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const words = t.shareActions.cleanUp
  const now = useNow()
  const version = list.version()
  const dead = useMemo(() => {
    void version
    return deadLinks(list, now)
  }, [list, version, now])
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const keep = (rows: readonly LinkRow[], isKept: boolean) => {
    const next = new Set(kept)
    for (const { id } of rows) {
      if (isKept) next.add(id)
      else next.delete(id)
    }
    setKept(next)
  }
  const chosen = causes.flatMap((cause) => dead[cause]).filter(({ id }) => !kept.has(id))
  return (
    <Dialog
      open
      title={words.title(causes.reduce((sum, cause) => sum + dead[cause].length, 0))}
      description={list.loadState.at === 'loading' ? t.common.restStillLoading : words.text}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button
            kind="destructive"
            disabled={chosen.length === 0}
            onClick={() => {
              onClose()
              onDelete(chosen)
            }}
          >
            {t.shareActions.deleteLinks(chosen.length)}
          </Button>
        </>
      }
    >
      {causes.map((cause) => (
        <CauseGroup key={cause} cause={cause} rows={dead[cause]} kept={kept} onKeep={keep} />
      ))}
    </Dialog>
  )
}

function CauseGroup({
  cause,
  rows,
  kept,
  onKeep,
}: {
  cause: Cause
  rows: readonly LinkRow[]
  kept: ReadonlySet<string>
  onKeep: (rows: readonly LinkRow[], isKept: boolean) => void
}) {
  const { t } = useI18n()
  const words = t.shareActions.cleanUp
  if (rows.length === 0) return null
  const keptHere = kept.size === 0 ? 0 : rows.filter(({ id }) => kept.has(id)).length
  return (
    <section className={css['group']} aria-label={t.shares.states[cause]}>
      <Checkbox
        checked={keptHere === 0 || (keptHere < rows.length && 'mixed')}
        onChange={(isChosen) => onKeep(rows, !isChosen)}
      >
        <b>{words.cause(t.shares.states[cause], rows.length)}</b>
      </Checkbox>
      <p>{words.revive[cause]}</p>
      <ul>
        {rows.slice(0, maxLines).map((row) => (
          <li key={row.id}>
            <Checkbox checked={!kept.has(row.id)} onChange={(isChosen) => onKeep([row], !isChosen)}>
              {displayName(row.name)}
            </Checkbox>
          </li>
        ))}
      </ul>
      {rows.length > maxLines && <p>{words.more(rows.length - maxLines)}</p>}
    </section>
  )
}
