import type { ReactNode } from 'react'
import { BrandMark } from '#src/features/shell/app-shell/BrandMark.tsx'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import styles from './SharedLinkPage.module.css'

/** A panel in the middle of the page, for all that is not the item itself. */
export function SharedLinkPanel({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles['brand']}>
        <BrandMark />
        {runtimeConfig.title}
      </header>
      <main id="content" tabIndex={-1} className={styles['main']}>
        <div className={styles['panel']}>{children}</div>
      </main>
    </>
  )
}
