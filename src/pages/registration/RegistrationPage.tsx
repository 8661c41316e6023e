import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { usesThirdPartyCaptcha } from '#src/contract/site.ts'
import { session } from '#src/features/session/session.ts'
import { CaptchaElsewhereLink } from '#src/features/session/sign-in/CaptchaElsewhereNotice.tsx'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { classicFrontEndLink } from '#src/platform/deployment/classic-front-end.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { RegistrationOutcome } from './RegistrationOutcome.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** Signing up, forgotten passwords, and what the mails about them lead to (A3). */
export default function RegistrationPage() {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  // Secrets of a mail's link leave the address at once.
  const [link] = useState(() => Object.fromEntries(search))
  const hasSecret = search.size > 0
  useEffect(() => {
    if (hasSecret) setSearch({}, { replace: true })
  }, [hasSecret, setSearch])
  const { id = '', secret = '', sign = '' } = link
  switch (pathname.split('/')[2]) {
    case 'activate':
      return <EmailConfirmation id={id} sign={sign} />
    case 'reset':
      return id && secret ? <NewPasswordForm id={id} secret={secret} /> : <ResetRequest />
    default:
      return <SignUp />
  }
}

function SignUp() {
  const messages = useRegistrationMessages()
  const { data: config } = useQuery(session.signInConfig())
  if (config?.register_enabled === false) {
    return <RegistrationOutcome title={messages.signUp} text={messages.signUpOff} />
  }
  if (config?.reg_captcha && usesThirdPartyCaptcha(config)) {
    return <CaptchaOutcome title={messages.signUp} path="/session/signup" />
  }
  return <SignUpForm config={config} />
}

function ResetRequest() {
  const messages = useRegistrationMessages()
  const { data: config } = useQuery(session.signInConfig())
  if (config?.forget_enabled === false) {
    return <RegistrationOutcome title={messages.forgotTitle} text={messages.forgotOff} />
  }
  if (config?.forget_captcha && usesThirdPartyCaptcha(config)) {
    return <CaptchaOutcome title={messages.forgotTitle} path="/session/reset" />
  }
  return <ResetRequestForm config={config} />
}

/** Says that the captcha of a form cannot be shown here, and leads to that form (`path`) where it can. */
function CaptchaOutcome({ title, path }: { title: string; path: string }) {
  const messages = useRegistrationMessages()
  const host = classicFrontEndLink(path)?.host
  return (
    <RegistrationOutcome
      title={title}
      text={messages.captchaElsewhere(host)}
      action={host !== undefined && <CaptchaElsewhereLink path={path} />}
    />
  )
}
