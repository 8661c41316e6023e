import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'

/** Says that others have changed a long list, which is read again when its user wants that. */
export function ListChangedNotice({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useI18n()
  return (
    <>
      {t.files.changed}
      <Button small variant="quiet" onClick={onRefresh}>
        {t.common.refresh}
      </Button>
    </>
  )
}
