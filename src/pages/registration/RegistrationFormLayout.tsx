import { type FormEvent, type ReactNode, useCallback } from 'react'
import { Link } from 'react-router-dom'
import type { EmailProblem } from '#src/features/session/sign-in/EmailField.tsx'
import { SignInAlert } from '#src/features/session/sign-in/SignInAlert.tsx'
import { SignInFrame } from '#src/features/shell/SignInFrame.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import form from '#src/features/session/sign-in/SignInForm.module.css'
import css from './RegistrationPage.module.css'

type FieldProblem = EmailProblem | 'newPasswordShort' | 'captchaMissing'
/** What is wrong, by the name of the field, as keys of the messages: their language can be changed. */
export type FieldProblems = Readonly<Record<string, FieldProblem | undefined>>

/** Says what is wrong with a field in the language of the page. */
export function useFieldProblemText(): (problem: FieldProblem | undefined) => string | undefined {
  const { t } = useI18n()
  const messages = useRegistrationMessages()
  return (problem) =>
    problem && (problem === 'newPasswordShort' ? messages[problem] : t.signIn[problem])
}

/** A form of these pages. `onSubmit` is called when no field has a problem; else the first one gets the focus. */
export function RegistrationFormLayout({
  title,
  text,
  heading = title,
  submitLabel,
  isPending,
  problem,
  error,
  check,
  onSubmit,
  children,
}: {
  title: string
  text?: string
  /** The title as it is on the page. */
  heading?: string
  submitLabel: string
  isPending: boolean
  /** Why the whole form was refused, in one sentence. */
  problem?: string | undefined
  error: Error | null
  check: () => FieldProblems
  onSubmit: () => void
  children: ReactNode
}) {
  const { t } = useI18n()
  const messages = useRegistrationMessages()
  useDocumentTitle(title)
  const onForm = useCallback((element: HTMLFormElement | null) => {
    element?.querySelector<HTMLElement>('input')?.focus()
  }, [])
  const submit = (elements: HTMLFormControlsCollection) => {
    if (isPending) return
    const [wrong] = Object.entries(check()).flatMap(([name, problem]) => (problem ? [name] : []))
    if (wrong === undefined) {
      onSubmit()
      return
    }
    const field = elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <SignInFrame
      title={heading}
      below={
        <span>
          {messages.haveAccount} <Link to="/sign-in">{t.signIn.submit}</Link>
        </span>
      }
    >
      <form
        ref={onForm}
        noValidate
        className={css['form']}
        aria-label={title}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          submit(event.currentTarget.elements)
        }}
      >
        {text && <p className={css['text']}>{text}</p>}
        <SignInAlert text={problem} error={problem ? null : error} onRetry={onSubmit} />
        {children}
        <Button type="submit" variant="primary" className={form['submit']} busy={isPending}>
          {submitLabel}
        </Button>
      </form>
    </SignInFrame>
  )
}
