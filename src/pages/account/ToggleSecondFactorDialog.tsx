import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { account } from '#src/features/account/account.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import css from './AccountPage.module.css'

/** Turns the second factor on or off with a code of the authenticator app. */
export function ToggleSecondFactorDialog({
  isOn,
  title,
  text,
  label,
  submitLabel,
  onWrong,
  onDone,
  onClose,
  children,
}: {
  /** Whether the second factor is to be on. */
  isOn: boolean
  title: string
  text?: string
  /** The label of the field. */
  label: string
  submitLabel: string
  /** Shown when the code was wrong. */
  onWrong?: ReactNode
  onDone: () => void
  onClose: () => void
  /** Content above the field. */
  children?: ReactNode
}) {
  const { t } = useI18n()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const save = useMutation(account.change())
  const isWrong = hasErrorCode(save.error, ErrorCode.wrongSecondFactor)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const digits = code.replaceAll(/\s/g, '')
    const isComplete = /^\d{6}$/.test(digits)
    setShort(!isComplete)
    if (!isComplete) {
      field.current?.focus()
      return
    }
    save.mutate(
      { secondFactor: { isOn, code: digits } },
      { onSuccess: onDone, onError: () => field.current?.select() },
    )
  }
  return (
    <Dialog
      open
      width="narrow"
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={isOn ? 'primary' : 'destructive'}
            busy={save.isPending}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} className={css['form']} noValidate onSubmit={submit}>
        {children}
        <TextField
          ref={field}
          className={`${css['short']} ${css['code']}`}
          data-autofocus=""
          label={label}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          value={code}
          error={isShort ? t.signIn.codeInvalid : isWrong ? t.signIn.wrongCode : undefined}
          onChange={(event) => {
            setCode(event.target.value)
            setShort(false)
          }}
        />
        {isWrong && onWrong}
        {save.error && !isWrong && <SectionAlert error={save.error} />}
      </form>
    </Dialog>
  )
}
