import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import css from './AccountPage.module.css'

/** The form of a section, with its buttons once something was changed. */
export function SectionForm({
  name,
  form,
  submitLabel,
  savedText,
  error = form.error,
  children,
}: {
  name: string
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void
    discard: () => void
    isDirty: boolean
    isSaving: boolean
    isSaved: boolean
    error: Error | null
  }
  submitLabel?: string
  savedText?: string
  /** Why it was not saved, where no field says so. */
  error?: Error | null
  children: ReactNode
}) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const element = useRef<HTMLFormElement>(null)
  const hasButtons = form.isDirty || form.isSaving
  const hadButtons = useRef(false)
  useEffect(() => {
    // The focused button goes with the change.
    if (hadButtons.current && !hasButtons && document.activeElement === document.body)
      element.current?.focus()
    hadButtons.current = hasButtons
  }, [hasButtons])
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      className={css['form']}
      aria-label={name}
      onSubmit={form.submit}
    >
      {children}
      {error && <SectionAlert error={error} />}
      {hasButtons && (
        <div className={css['buttons']}>
          <Button type="submit" variant="primary" busy={form.isSaving}>
            {submitLabel ?? t.common.save}
          </Button>
          {!form.isSaving && (
            <Button variant="quiet" onClick={form.discard}>
              {messages.discard}
            </Button>
          )}
        </div>
      )}
      <p role="status" className={css['saved']}>
        {form.isSaved && !hasButtons && (
          <>
            <Check aria-hidden="true" />
            {savedText ?? messages.saved}
          </>
        )}
      </p>
    </form>
  )
}
