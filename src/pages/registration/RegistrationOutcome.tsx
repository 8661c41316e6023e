import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SignInFrame } from '#src/features/shell/SignInFrame.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import css from './RegistrationPage.module.css'

/** What became of it, in one sentence, and the way on. */
export function RegistrationOutcome({
  title,
  text,
  action,
}: {
  title: string
  text: ReactNode
  /** What helps more than signing in. */
  action?: ReactNode
}) {
  const messages = useRegistrationMessages()
  useDocumentTitle(title)
  return (
    <SignInFrame title={title} hasFocus>
      <div className={css['form']}>
        <p role="status" className={css['text']}>
          {text}
        </p>
        {action}
        <Link className={buttonClass({ variant: action ? 'quiet' : 'primary' })} to="/sign-in">
          {messages.toSignIn}
        </Link>
      </div>
    </SignInFrame>
  )
}
