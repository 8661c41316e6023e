import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { editLinks } from '#src/features/links/edit/bulk-edit.ts'
import { type Extension, expiryChange } from '#src/features/links/limits/extension.ts'
import { ExtensionField } from '#src/features/links/limits/ExtensionField.tsx'
import {
  isDownloadLimit,
  isFutureDate,
  suggestedDateTime,
} from '#src/features/links/limits/link-input.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { formatDay } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { OptionChoice } from '#src/ui/controls/OptionChoice.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { type LimitChange, planEdits } from './edit-plan.ts'
import css from './Bulk.module.css'

const limitChoices = ['keep', 'set', 'none'] as const
type LimitChoice = (typeof limitChoices)[number]

/** Extends many links, or sets or lifts their limit (S9). Says first what would become of them. */
export function EditManyDialog({
  rows,
  onClose,
}: {
  rows: readonly LinkRow[]
  onClose: () => void
}) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const messages = t.linkActions.editMany
  const [expiry, setExpiry] = useState<Extension>('month')
  const [date, setDate] = useState(() => suggestedDateTime(serviceNow()))
  const [limit, setLimit] = useState<LimitChoice>('keep')
  const [limitText, setLimitText] = useState('')
  const isDateWrong = expiry === 'date' && !isFutureDate(date, serviceNow())
  const isLimitWrong = limit === 'set' && (limitText === '' || !isDownloadLimit(limitText))
  const plan = useMemo(() => {
    if (isDateWrong || isLimitWrong) return undefined
    const change: LimitChange = limit === 'set' ? Number(limitText) : limit
    return planEdits(rows, expiryChange(expiry, date), change, serviceNow())
  }, [rows, expiry, date, limit, limitText, isDateWrong, isLimitWrong])
  const days =
    plan?.ends && [plan.ends.first, plan.ends.last].map((at) => formatDay(at, serviceNow(), locale))
  const [first = '', last = ''] = days ?? []
  const start = () => {
    if (!plan) return
    onClose()
    // The job shows its own failures; it rejects when the session ends.
    startMutation(client, editLinks(), { items: plan.edits }).catch(() => undefined)
  }
  return (
    <Dialog
      open
      title={messages.title(rows.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="primary" disabled={!plan || plan.edits.length === 0} onClick={start}>
            {messages.action(plan?.edits.length ?? 0)}
          </Button>
        </>
      }
    >
      <div className={css['form']}>
        <ExtensionField
          extension={expiry}
          date={date}
          error={isDateWrong ? t.linkForm.dateFuture : undefined}
          onExtension={setExpiry}
          onDate={setDate}
        />
        <OptionChoice
          label={t.linkDetails.downloadLimit}
          value={limit}
          options={limitChoices.map((value) => ({ value, label: messages.limit[value] }))}
          onChange={setLimit}
        />
        {limit === 'set' && (
          <TextField
            label={t.linkDetails.downloadLimit}
            hideLabel
            inputMode="numeric"
            value={limitText}
            onChange={(event) => setLimitText(event.currentTarget.value)}
            error={limitText !== '' && isLimitWrong ? messages.limitNumber : undefined}
          />
        )}
        {plan && (
          <div role="status">
            <ul className={css['plan']}>
              <li>
                <b>{messages.changed(plan.edits.length, rows.length)}</b>
              </li>
              {days && (
                <li>
                  {first === last ? t.linkForm.until(first) : messages.untilBetween(first, last)}
                </li>
              )}
              {plan.revived > 0 && <li>{messages.revived(plan.revived)}</li>}
              {(['needsExpiry', 'needsLimit', 'sourceGone', 'same'] as const).map(
                (why) =>
                  plan.excluded[why] > 0 && <li key={why}>{messages[why](plan.excluded[why])}</li>,
              )}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
