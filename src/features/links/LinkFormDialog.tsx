import { type FormEvent, type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusFirstInvalidField } from '#src/ui/controls/fields/focus-first-invalid-field.ts'
import { Dialog, type DialogProps } from '#src/ui/dialogs/Dialog.tsx'
import form from '#src/features/links/LinkForm.module.css'

/** A dialog with a form about links. What is refused when it is submitted has the focus then. */
export function LinkFormDialog({
  submitLabel,
  cancelLabel,
  isSubmitFocused,
  isSubmitDisabled = false,
  isPending = false,
  error = null,
  onSubmit,
  children,
  ...dialog
}: {
  submitLabel: string
  /** "Cancel" unless given, "Close" once it is being sent: what was sent is not taken back. */
  cancelLabel?: string | undefined
  /** Whether the button that submits has the initial focus. */
  isSubmitFocused: boolean
  /** Whether there is nothing to be sent. What is wrong with a field does not disable it: that is said then. */
  isSubmitDisabled?: boolean
  isPending?: boolean
  /** Why it could not be sent. */
  error?: Error | null
  onSubmit: () => void
  children: ReactNode
} & Pick<DialogProps, 'title' | 'description' | 'describedBy' | 'width' | 'onClose'>) {
  const { t } = useI18n()
  const id = useId()
  const shownError = useUnlessBackOnline(error)
  return (
    <Dialog
      open
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>
            {cancelLabel ?? (isPending ? t.common.close : t.common.cancel)}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            data-autofocus={isSubmitFocused ? '' : undefined}
            busy={isPending}
            disabled={isSubmitDisabled}
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
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          // Fields are marked as invalid before the first of them is looked for.
          flushSync(onSubmit)
          focusFirstInvalidField(event.currentTarget)
        }}
      >
        {shownError && (
          <p role="alert" className={form['failure']}>
            {describeError(shownError, t).title}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
