import { Banner } from '#src/features/errors/Banner.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePeopleSearchMessages } from '#src/i18n/parts/people-search-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'

/** In place of "No matches" while names of people are still being read. */
export const ReadingNames = () => usePeopleSearchMessages().readingNames

/** Says that the search does not know all names of people. */
export function UnreadNames({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <Banner
      variant="alert"
      text={usePeopleSearchMessages().unread}
      actions={
        <Button
          onClick={() => {
            // The pressed button is removed.
            focusDialogOrMain()
            onRetry()
          }}
        >
          {t.common.retry}
        </Button>
      }
    />
  )
}
