import { type FormEvent, type ReactNode, useId } from 'react'
import { errorText } from '#src/features/errors/error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog, type DialogProps } from '#src/ui/dialogs/Dialog.tsx'
import form from '#src/features/links/LinkForm.module.css'

/** A dialog with a form about one link. */
export function LinkFormDialog({
  submitLabel,
  isSubmitFocused,
  isPending,
  error,
  onSubmit,
  children,
  ...dialog
}: {
  submitLabel: string
  /** Whether the button that submits has the initial focus. */
  isSubmitFocused: boolean
  isPending: boolean
  /** Why it could not be sent. */
  error: Error | null
  onSubmit: () => void
  children: ReactNode
} & Pick<DialogProps, 'title' | 'description' | 'width' | 'onClose'>) {
  const { t } = useI18n()
  const id = useId()
  return (
    <Dialog
      open
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            data-autofocus={isSubmitFocused ? '' : undefined}
            busy={isPending}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={form['form']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {error && (
          <p role="alert" className={form['failure']}>
            {errorText(error, t).title}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
