import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '#src/components/errors/error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { newPassword } from '#src/lib/new-password.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { serviceNow } from '#src/queries/session/service-time.ts'
import { shareWrites } from '#src/queries/shares/share-writes.ts'
import { LockCancelledError } from '#src/stores/locks/lock-sessions.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextField } from '#src/ui/controls/TextField.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { ExpiryField } from './ExpiryField.tsx'
import {
  type Expiry,
  expiryTime,
  isDownloadLimit,
  isFutureDate,
  isLinkPassword,
  withoutPassword,
} from './link-input.ts'
import type { CreatedLink } from './LinkCreated.tsx'
import css from './ShareForm.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const maxPasswordLength = 32

/** Options of a new link: password, expiry, download limit and what it shows. */
export function NewLinkForm({
  item,
  onCreated,
  onClose,
}: {
  item: FileRow
  onCreated: (link: CreatedLink) => void
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
  const create = useMutation(shareWrites.create())

  const problems = {
    password: isProtected && !isLinkPassword(password) && t.shareForm.passwordCharacters,
    date: expiry === 'date' && !isFutureDate(date, serviceNow()) && t.shareForm.dateFuture,
    limit: !isDownloadLimit(limit) && t.shareForm.limitNumber,
  }
  const copyLink = async (link: Omit<CreatedLink, 'isCopied'>) => {
    const isCopied = await copyText(link.url)
    onCreated({ ...link, isCopied })
    if (isCopied) announce(t.shares.linkCopied)
    else showManualCopy(link.url)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (create.isPending || Object.values(problems).some(Boolean)) return
    const at = serviceNow()
    const expires = expiryTime(expiry, date, at)
    const linkPassword = isProtected ? password : ''
    const options = {
      password: linkPassword,
      downloads: limit === '' ? null : Number(limit),
      expires: expires === null ? null : Math.max(1, Math.round((expires - at) / 1000)),
      showsView,
      showsReadme,
    }
    create.mutate(
      { item, options, at },
      {
        onSuccess: (url) =>
          void copyLink({
            url: withoutPassword(url, linkPassword),
            password: linkPassword,
            expires,
          }),
      },
    )
  }
  const failure =
    create.error && !(create.error instanceof LockCancelledError)
      ? errorText(create.error, t).title
      : undefined
  const errorFor = (problem: string | false) => (isSubmitted && problem ? problem : undefined)
  return (
    <Dialog
      open
      width="narrow"
      title={t.shareForm.title(displayName(item.name))}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            form={form}
            kind="primary"
            data-autofocus=""
            aria-disabled={create.isPending || undefined}
          >
            {create.isPending ? t.common.working : t.shareForm.create}
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
        <LinkPassword
          isProtected={isProtected}
          password={password}
          error={errorFor(problems.password)}
          onProtect={setProtected}
          onPassword={setPassword}
        />
        <ExpiryField
          {...{ expiry, date }}
          error={errorFor(problems.date)}
          onExpiry={setExpiry}
          onDate={setDate}
        />
        <TextField
          label={t.shareDetails.downloadLimit}
          inputMode="numeric"
          placeholder={t.shareDetails.noLimit}
          value={limit}
          onChange={(event) => setLimit(event.currentTarget.value)}
          error={errorFor(problems.limit)}
        />
        {item.isFolder && (
          <div className={css['part']}>
            <Checkbox checked={showsView} onChange={setShowsView}>
              {t.shareForm.showView}
            </Checkbox>
            <Checkbox checked={showsReadme} onChange={setShowsReadme}>
              {t.shareForm.showReadme}
            </Checkbox>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Switches the password on, with a generated one to begin with. */
function LinkPassword({
  isProtected,
  password,
  error,
  onProtect,
  onPassword,
}: {
  isProtected: boolean
  password: string
  error: string | undefined
  onProtect: (isProtected: boolean) => void
  onPassword: (password: string) => void
}) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(false)
  return (
    <div className={css['part']}>
      <Checkbox
        checked={isProtected}
        onChange={(checked) => {
          onProtect(checked)
          if (checked && password === '') onPassword(newPassword())
        }}
      >
        {t.shareForm.protect}
      </Checkbox>
      {isProtected && (
        <TextField
          label={t.shareDetails.password}
          hideLabel
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          maxLength={maxPasswordLength}
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
          error={error}
          end={
            <>
              <IconButton
                small
                name={isShown ? t.shareDetails.hidePassword : t.shareDetails.showPassword}
                icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
                onClick={() => setShown(!isShown)}
              />
              <IconButton
                small
                name={t.shareForm.generate}
                icon={<RefreshCw {...icon} />}
                onClick={() => {
                  onPassword(newPassword())
                  setShown(true)
                }}
              />
            </>
          }
        />
      )}
    </div>
  )
}
