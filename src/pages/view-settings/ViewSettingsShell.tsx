import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import page from '#src/features/list-page/page.module.css'

/** The page around the settings of a view. */
export function ViewSettingsShell({
  header,
  children,
}: {
  header: ReactNode
  children: ReactNode
}) {
  const { t } = useI18n()
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <title>{`${t.viewSettings.title} · ${runtimeConfig.title}`}</title>
      {header}
      {children}
    </main>
  )
}
