import { useLayoutEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { runtime } from '#src/lib/runtime.ts'

/** Names the tab after the place one is at; undefined while that is not known, the name of the app alone. */
export function useDocumentTitle(place: string | undefined): void {
  const { t } = useI18n()
  const title = place ? t.frame.documentTitle(place, runtime.title) : runtime.title
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
