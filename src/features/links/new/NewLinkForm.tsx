import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PermissionSetting } from '#src/contract/share.ts'
import { AccessNotSupportedError } from '#src/features/links/created-link.ts'
import { ExpiryField } from '#src/features/links/limits/ExpiryField.tsx'
import {
  type ExpiryChoice,
  expiryTime,
  isValidDownloadLimit,
  isFutureDate,
  isValidLinkPassword,
} from '#src/features/links/limits/link-input.ts'
import { NewPasswordField } from '#src/features/links/limits/NewPasswordField.tsx'
import { LinkFormDialog } from '#src/features/links/LinkFormDialog.tsx'
import { links } from '#src/features/links/links.ts'
import { grantsNobody } from '#src/features/links/permissions/permission-table.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { generatePassword } from '#src/lib/generate-password.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import type { CreatedLinks } from './created-links.ts'
import { NewLinkAccess } from './NewLinkAccess.tsx'
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
  const [isProtected, setProtected] = useState(false)
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState<ExpiryChoice>('never')
  const [date, setDate] = useState('')
  const [limit, setLimit] = useState('')
  const [showsView, setShowsView] = useState(false)
  const [showsReadme, setShowsReadme] = useState(false)
  const [chosen, setPermissions] = useState<PermissionSetting | null>(null)
  const { data: takesPermissions } = useQuery(links.takesPermissions())
  const permissions = takesPermissions === false ? null : chosen
  const [isSubmitted, setSubmitted] = useState(false)
  const { create, stop, progress, error } = useCreateLinks(onCreated)
  const isPending = progress !== undefined
  const isAccessNotTaken = error instanceof AccessNotSupportedError
  const canStop = isPending && items.length > 1

  const problems = {
    password: isProtected && !isValidLinkPassword(password) && t.linkForm.passwordCharacters,
    date: expiry === 'date' && !isFutureDate(date, serviceNow()) && t.linkForm.dateFuture,
    limit: !isValidDownloadLimit(limit) && t.linkForm.limitNumber,
    permissions: permissions !== null && grantsNobody(permissions),
  }
  const submit = () => {
    setSubmitted(true)
    if (isPending || Object.values(problems).some(Boolean)) return
    void create(items, {
      password: isProtected ? password : '',
      downloads: limit === '' ? null : Number(limit),
      expires: expiryTime(expiry, date, serviceNow()),
      showsView,
      showsReadme,
      permissions,
    })
  }
  const errorFor = (problem: string | false) => (isSubmitted && problem ? problem : undefined)
  const isOne = items.length === 1
  return (
    <LinkFormDialog
      width={permissions ? 'medium' : 'narrow'}
      title={
        isOne
          ? t.linkForm.title(displayName(items[0]?.name ?? ''))
          : t.newLink.formTitle(items.length)
      }
      submitLabel={
        progress === undefined
          ? isOne
            ? t.linkForm.create
            : t.newLink.create(items.length)
          : isOne
            ? t.common.working
            : t.newLink.progress(progress, items.length)
      }
      cancelLabel={canStop ? t.common.stop : t.common.cancel}
      isSubmitFocused
      isPending={isPending}
      error={error instanceof LockCancelledError || isAccessNotTaken ? null : (error ?? null)}
      onSubmit={submit}
      onClose={canStop ? stop : onClose}
    >
      {isAccessNotTaken && (
        <p role="alert" className={css['failure']}>
          {t.newLink.accessNotTaken}
        </p>
      )}
      <NewLinkAccess
        isProtected={isProtected}
        canChoose={takesPermissions === true || takesPermissions === null}
        permissions={permissions}
        onChange={setPermissions}
      />
      <div className={css['part']}>
        <Checkbox
          checked={isProtected}
          onChange={(checked) => {
            setProtected(checked)
            if (checked && password === '') setPassword(generatePassword())
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
    </LinkFormDialog>
  )
}
