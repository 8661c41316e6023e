import { Navigate, useSearchParams } from 'react-router-dom'
import { SignInForm } from '#src/features/session/sign-in/SignInForm.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { PreferencesFooter } from '#src/features/shell/account/AccountPreferences.tsx'
import { BrandMark } from '#src/features/shell/app-shell/BrandMark.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { sameOriginPath } from '#src/lib/href.ts'
import { runtime } from '#src/platform/runtime.ts'
import styles from './SignInPage.module.css'

export default function SignInPage() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const status = useSessionStatus()
  useDocumentTitle(t.signIn.title)
  if (status === 'active') return <Navigate replace to={sameOriginPath(search.get('to'))} />
  if (status === 'checking') return null
  return (
    <div className={styles['page']}>
      <main className={styles['main']}>
        <div className={styles['head']}>
          <BrandMark large />
          <h1>{t.signIn.welcome(runtime.title)}</h1>
        </div>
        <div className={styles['panel']}>
          <SignInForm />
        </div>
      </main>
      <PreferencesFooter />
    </div>
  )
}
