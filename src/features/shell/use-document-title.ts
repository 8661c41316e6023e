import { useLayoutEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

/** Sets the document title to the name of the page, or to that of the app while `place` is undefined. */
export function useDocumentTitle(place: string | undefined): void {
  const { t } = useI18n()
  const title = place ? t.appShell.documentTitle(place, runtimeConfig.title) : runtimeConfig.title
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
