import { useMemo, useState } from 'react'
import {
  type ExpiryChangeChoice,
  expiryChangeOf,
  suggestedExtension,
} from '#src/features/links/limits/expiry-change.ts'
import { ExpiryChangeField } from '#src/features/links/limits/ExpiryChangeField.tsx'
import {
  isValidDownloadLimit,
  isFutureDate,
  suggestedExpiryDateTime,
} from '#src/features/links/limits/link-input.ts'
import { isUsedUp, suggestedLimit } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditManyMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { BulkEditDialog } from './BulkEditDialog.tsx'
import type { BulkEdit } from './edit-plan.ts'

const limitChoices = ['keep', 'set', 'none'] as const
type LimitChoice = (typeof limitChoices)[number]

/** With this limit all of these links work again. */
const limitForAll = (rows: readonly LinkRow[]): string =>
  String(rows.reduce((limit, row) => Math.max(limit, suggestedLimit(row) ?? 0), 0))

/** Extends many links, or sets or lifts their limit (S9). */
export function ExtendManyDialog({
  rows,
  onClose,
}: {
  rows: readonly LinkRow[]
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useEditManyMessages()
  const hasEnd = useMemo(() => rows.some(({ expires }) => expires !== null), [rows])
  const needLimit = useMemo(() => rows.every(isUsedUp), [rows])
  const [expiry, setExpiry] = useState<ExpiryChangeChoice>(() =>
    suggestedExtension(rows, serviceNow()),
  )
  const [date, setDate] = useState(() => suggestedExpiryDateTime(serviceNow()))
  const [limit, setLimit] = useState<LimitChoice>(needLimit ? 'set' : 'keep')
  const [limitText, setLimitText] = useState(() => (needLimit ? limitForAll(rows) : ''))
  const [isSubmitted, setSubmitted] = useState(false)
  const isDateWrong = expiry === 'date' && !isFutureDate(date, serviceNow())
  const isLimitWrong = limit === 'set' && (limitText === '' || !isValidDownloadLimit(limitText))
  const edit = useMemo((): BulkEdit | undefined => {
    if (isDateWrong || isLimitWrong) return undefined
    return {
      expiry: expiryChangeOf(expiry, date),
      ...(limit === 'keep' ? {} : { limit: limit === 'set' ? Number(limitText) : null }),
    }
  }, [expiry, date, limit, limitText, isDateWrong, isLimitWrong])
  return (
    <BulkEditDialog
      rows={rows}
      edit={edit}
      title={messages.extend.title(rows.length)}
      submitLabel={messages.extend.title}
      onRefused={() => setSubmitted(true)}
      onClose={onClose}
    >
      <ExpiryChangeField
        extension={expiry}
        date={date}
        hasEnd={hasEnd}
        error={isDateWrong ? t.linkForm.dateFuture : undefined}
        onExtension={setExpiry}
        onDate={setDate}
      />
      <RadioGroup
        label={t.linkDetails.downloadLimit}
        value={limit}
        options={limitChoices.map((value) => ({ value, label: messages.extend.limit[value] }))}
        onChange={setLimit}
      />
      {limit === 'set' && (
        <TextField
          label={t.linkDetails.downloadLimit}
          hideLabel
          data-autofocus={needLimit ? '' : undefined}
          inputMode="numeric"
          value={limitText}
          onChange={(event) => setLimitText(event.currentTarget.value)}
          error={
            isLimitWrong && (isSubmitted || limitText !== '')
              ? messages.extend.limitNumber
              : undefined
          }
        />
      )}
    </BulkEditDialog>
  )
}
