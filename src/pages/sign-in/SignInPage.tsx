import { Navigate, useSearchParams } from 'react-router-dom'
import { useI18n } from '#src/i18n/I18n.tsx'
import { samePath } from '#src/lib/href.ts'
import { runtime } from '#src/lib/runtime.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { LanguageChoice, ThemeChoice } from '#src/views/AccountPreferences.tsx'
import { FrameMark } from '#src/views/FrameMark.tsx'
import { useDocumentTitle } from '#src/views/frame-title.ts'
import { SignInForm } from '#src/views/SignInForm.tsx'
import { useFocusOnPage } from '#src/views/use-focus-on-page.ts'
import styles from './SignInPage.module.css'

export default function SignInPage() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const status = useSessionStatus()
  useDocumentTitle(t.signIn.title)
  useFocusOnPage()
  if (status === 'active') return <Navigate replace to={samePath(search.get('to'))} />
  if (status === 'looking') return null
  return (
    <div className={styles['page']}>
      <main className={styles['main']}>
        <div className={styles['head']}>
          <FrameMark large />
          <h1>{t.signIn.welcome(runtime.title)}</h1>
        </div>
        <div className={styles['panel']}>
          <SignInForm />
        </div>
      </main>
      <footer className={styles['foot']} aria-label={t.signIn.preferences}>
        <LanguageChoice quiet />
        <ThemeChoice quiet />
      </footer>
    </div>
  )
}
