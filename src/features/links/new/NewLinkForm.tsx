import { type FormEvent, useId, useState } from 'react'
import { errorText } from '#src/features/errors/error-text.ts'
import { ExpiryField } from '#src/features/links/limits/ExpiryField.tsx'
import {
  type Expiry,
  expiryTime,
  isDownloadLimit,
  isFutureDate,
  isLinkPassword,
} from '#src/features/links/limits/link-input.ts'
import { NewPasswordField } from '#src/features/links/limits/NewPasswordField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { newPassword } from '#src/lib/new-password.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import type { CreatedLinks } from './created-links.ts'
import { useCreateLinks } from './use-create-links.ts'
import css from '#src/features/links/LinkForm.module.css'

/** Options of a new link, or of one link to each of several items: password, expiry, download limit and what it shows. */
export function NewLinkForm({
  items,
  onCreated,
  onClose,
}: {
  items: readonly FileRow[]
  onCreated: (created: CreatedLinks) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const form = useId()
  const [isProtected, setProtected] = useState(false)
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [date, setDate] = useState('')
  const [limit, setLimit] = useState('')
  const [showsView, setShowsView] = useState(false)
  const [showsReadme, setShowsReadme] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const { create, stop, progress, error } = useCreateLinks(onCreated)
  const isPending = progress !== undefined
  const close = isPending && items.length > 1 ? stop : onClose

  const problems = {
    password: isProtected && !isLinkPassword(password) && t.linkForm.passwordCharacters,
    date: expiry === 'date' && !isFutureDate(date, serviceNow()) && t.linkForm.dateFuture,
    limit: !isDownloadLimit(limit) && t.linkForm.limitNumber,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isPending || Object.values(problems).some(Boolean)) return
    void create(items, {
      password: isProtected ? password : '',
      downloads: limit === '' ? null : Number(limit),
      expires: expiryTime(expiry, date, serviceNow()),
      showsView,
      showsReadme,
    })
  }
  const failure =
    error && !(error instanceof LockCancelledError) ? errorText(error, t).title : undefined
  const errorFor = (problem: string | false) => (isSubmitted && problem ? problem : undefined)
  return (
    <Dialog
      open
      width="narrow"
      title={
        items.length === 1
          ? t.linkForm.title(displayName(items[0]?.name ?? ''))
          : t.newLink.formTitle(items.length)
      }
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{close === stop ? t.common.stop : t.common.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            data-autofocus=""
            aria-disabled={isPending || undefined}
          >
            {!isPending
              ? items.length === 1
                ? t.linkForm.create
                : t.newLink.create(items.length)
              : items.length === 1
                ? t.common.working
                : t.newLink.progress(progress, items.length)}
          </Button>
        </>
      }
    >
      <form id={form} className={css['form']} noValidate onSubmit={submit}>
        {failure && (
          <p role="alert" className={css['failure']}>
            {failure}
          </p>
        )}
        <div className={css['part']}>
          <Checkbox
            checked={isProtected}
            onChange={(checked) => {
              setProtected(checked)
              if (checked && password === '') setPassword(newPassword())
            }}
          >
            {t.linkForm.protect}
          </Checkbox>
          {isProtected && (
            <NewPasswordField
              hideLabel
              password={password}
              error={errorFor(problems.password)}
              onPassword={setPassword}
            />
          )}
        </div>
        <ExpiryField
          expiry={expiry}
          date={date}
          error={errorFor(problems.date)}
          onExpiry={setExpiry}
          onDate={setDate}
        />
        <TextField
          label={t.linkDetails.downloadLimit}
          inputMode="numeric"
          placeholder={t.linkDetails.noLimit}
          value={limit}
          onChange={(event) => setLimit(event.currentTarget.value)}
          error={errorFor(problems.limit)}
        />
        {items.some(({ isFolder }) => isFolder) && (
          <div className={css['part']}>
            <Checkbox checked={showsView} onChange={setShowsView}>
              {t.linkForm.showView}
            </Checkbox>
            <Checkbox checked={showsReadme} onChange={setShowsReadme}>
              {t.linkForm.showReadme}
            </Checkbox>
          </div>
        )}
      </form>
    </Dialog>
  )
}
