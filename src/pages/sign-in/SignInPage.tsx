import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { session } from '#src/features/session/session.ts'
import { SignInForm } from '#src/features/session/sign-in/SignInForm.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { SignInFrame } from '#src/features/shell/SignInFrame.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { sameOriginPathOrRoot } from '#src/lib/href.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

export default function SignInPage() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const status = useSessionStatus()
  const { data: config } = useQuery(session.signInConfig())
  useDocumentTitle(t.signIn.title)
  if (status === 'active') return <Navigate replace to={sameOriginPathOrRoot(search.get('to'))} />
  if (status === 'checking') return null
  return (
    <SignInFrame
      title={t.signIn.welcome(runtimeConfig.title)}
      below={
        config && (
          <>
            {config.forget_enabled !== false && <Link to="/session/reset">{t.signIn.forgot}</Link>}
            {config.register_enabled && <Link to="/session/signup">{t.signIn.signUp}</Link>}
          </>
        )
      }
    >
      <SignInForm />
    </SignInFrame>
  )
}
