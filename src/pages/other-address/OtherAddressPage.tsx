import { Link, useLocation } from 'react-router-dom'
import { useDocumentTitle } from '#src/components/frame/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { topicOf } from './topics.ts'

/** The page of every address that is not one of ours: what Latchkey does not have is named, where it is known. */
export default function OtherAddressPage() {
  const { t } = useI18n()
  const topic = topicOf(useLocation().pathname)
  const title = topic ? t.otherAddress.title : t.otherAddress.notFoundTitle
  useDocumentTitle(title)
  return (
    <main>
      <EmptyState
        picture="search-none"
        text={
          <>
            <strong>{title}</strong>
            <br />
            {topic ? t.otherAddress[topic] : t.otherAddress.notFoundText}
          </>
        }
        action={
          <Link className={buttonClass()} to="/shares">
            {t.frame.goToShares}
          </Link>
        }
      />
    </main>
  )
}
