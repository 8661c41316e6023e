import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtime } from '#src/lib/runtime.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { useIsOnline } from './frame-online.ts'
import { FrameMark } from './FrameMark.tsx'
import { SignInLink } from './SignInLink.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import styles from './VisitorFrame.module.css'

/** What stands around a shared folder for somebody who is not signed in. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  useFocusOnPage()
  return (
    <div className={styles['frame']} data-frame="">
      <header className={styles['head']}>
        <FrameMark />
        <b>{runtime.title}</b>
        {!isOnline && (
          <span role="status" className={styles['notice']}>
            <Icon name="offline" />
            {t.frame.offline}
          </span>
        )}
        <SignInLink kind="quiet" />
      </header>
      <div className={styles['main']}>{children}</div>
      <LiveRegion />
    </div>
  )
}
