import { type ReactNode, useEffect, useRef } from 'react'
import { PreferencesFooter } from '#src/features/shell/account/AccountPreferences.tsx'
import { BrandMark } from '#src/features/shell/app-shell/BrandMark.tsx'
import styles from './SignInFrame.module.css'

/** The page around a form for which nobody has to be signed in. */
export function SignInFrame({
  title,
  hasFocus = false,
  children,
  below,
}: {
  title: string
  /** Whether the title takes the focus, as it does when what had it is gone. */
  hasFocus?: boolean
  children: ReactNode
  /** Under the panel. */
  below?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus, title])
  return (
    <div className={styles['page']}>
      <main className={styles['main']}>
        <div className={styles['head']}>
          <BrandMark large />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        <div className={styles['panel']}>{children}</div>
        <p className={styles['below']}>{below}</p>
      </main>
      <PreferencesFooter />
    </div>
  )
}
