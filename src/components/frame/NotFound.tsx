import { Link } from 'react-router-dom'
import { useI18n } from '#src/i18n/I18n.tsx'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** The page for unknown URLs. */
export function NotFound({ homePath }: { homePath: string }) {
  const { t } = useI18n()
  useDocumentTitle(t.frame.notFoundTitle)
  return (
    <main>
      <EmptyState
        picture="search-none"
        text={
          <>
            <strong>{t.frame.notFoundTitle}</strong>
            <br />
            {t.frame.notFoundText}
          </>
        }
        action={
          <Link className={buttonClass()} to={homePath}>
            {t.frame.goToShares}
          </Link>
        }
      />
    </main>
  )
}
