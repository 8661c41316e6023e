import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { accessAfterEdit } from '#src/features/links/edit/access-after-edit.ts'
import { editLinks, limitsOfRow, toLinkEditItem } from '#src/features/links/edit/bulk-edit.ts'
import { LinkFormDialog } from '#src/features/links/LinkFormDialog.tsx'
import { listedLink } from '#src/features/links/list/link-list-patches.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditManyMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { allJobs, isJobActive, useJobsSelector } from '#src/jobs/store/job-list.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import {
  type BulkEdit,
  type BulkEditPlan,
  editExclusionReasons,
  planBulkEdit,
} from './edit-plan.ts'
import css from './Bulk.module.css'

/** Ids of the items of all jobs that have not ended: also of those that have not begun, since they wait for others. */
const idsInActiveJobs = (): Set<string> =>
  new Set(
    allJobs()
      .filter(isJobActive)
      .flatMap(({ items }) => items.map(({ id }) => id)),
  )

/**
 * Edits many links (S9): the fields are its children, and what would become of the links is said below them and when it
 * opens.
 */
export function BulkEditDialog({
  rows,
  edit,
  title,
  submitLabel,
  onRefused,
  onClose,
  children,
}: {
  rows: readonly LinkRow[]
  /** What the fields say; undefined while one of them has no valid value. */
  edit: BulkEdit | undefined
  title: string
  /** The label of the button, for a number of links. */
  submitLabel: (count: number) => string
  /** Called before the first field without a valid value gets the focus. */
  onRefused?: () => void
  onClose: () => void
  children: ReactNode
}) {
  const messages = useEditManyMessages()
  const client = useQueryClient()
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const [shortens, setShortens] = useState(false)
  const jobStates = useJobsSelector((jobs) => jobs.map(({ id, state }) => `${id} ${state}`).join())
  const { plan, busyIds } = useMemo(() => {
    // A job that ends has changed the rows since the dialog was opened.
    void jobStates
    const busy = idsInActiveJobs()
    const isBusy = (id: string) => busy.has(id)
    const listed = rows.map((row) => listedLink(client, row.id) ?? row)
    return {
      plan: edit && planBulkEdit(listed, { ...edit, shortens }, serviceNow(), { ownGroup, isBusy }),
      busyIds: busy,
    }
  }, [client, rows, edit, shortens, ownGroup, jobStates])
  const planId = useId()
  const start = () => {
    if (!plan) {
      onRefused?.()
      return
    }
    onClose()
    const { edits } = plan
    // What only restricts each access was said of that of the row: one that was changed elsewhere stays.
    const restriction = typeof edit?.access === 'string' ? { to: edit.access, ownGroup } : undefined
    const items = edits.map(({ row, change }) =>
      toLinkEditItem(row, change, restriction && { seen: limitsOfRow(row), restriction }),
    )
    // While another job is to change some of the links, nothing more can be said of what they will have.
    const accessAfter =
      restriction && items.some(({ id }) => busyIds.has(id))
        ? restriction.to
        : accessAfterEdit(edits, ownGroup)
    // The job shows its own failures; it rejects when the session ends.
    startMutation(client, editLinks(), { items, accessAfter }).catch(() => undefined)
  }
  return (
    <LinkFormDialog
      title={title}
      describedBy={planId}
      submitLabel={submitLabel(plan ? plan.edits.length : rows.length)}
      isSubmitFocused
      isSubmitDisabled={plan?.edits.length === 0}
      onSubmit={start}
      onClose={onClose}
    >
      {children}
      {plan && plan.later > 0 && (
        <Checkbox checked={shortens} onChange={setShortens}>
          {messages.shorten(plan.later)}
        </Checkbox>
      )}
      {/* Always there: screen readers do not announce text that comes together with its live region. */}
      <div id={planId} role="status">
        {plan && <PlanText plan={plan} count={rows.length} />}
      </div>
    </LinkFormDialog>
  )
}

function PlanText({ plan, count }: { plan: BulkEditPlan; count: number }) {
  const { t, locale } = useI18n()
  const messages = useEditManyMessages()
  const { edits, revived, keptEnds, ends, excluded } = plan
  const day = (at: number) => formatWeekdayDate(at, serviceNow(), locale)
  const [first, last] = ends ? [day(ends.first), day(ends.last)] : []
  return (
    <ul className={css['plan']}>
      <li>
        <b>{messages.changed(edits.length, count)}</b>
      </li>
      {first !== undefined && last !== undefined && (
        <li>{first === last ? t.linkForm.until(first) : messages.untilBetween(first, last)}</li>
      )}
      {keptEnds > 0 && <li>{messages.keptEnds(keptEnds)}</li>}
      {revived > 0 && <li>{messages.revived(revived)}</li>}
      {editExclusionReasons.map(
        (why) => excluded[why] > 0 && <li key={why}>{messages[why](excluded[why])}</li>,
      )}
    </ul>
  )
}
