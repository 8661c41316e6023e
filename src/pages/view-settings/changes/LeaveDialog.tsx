import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import css from '#src/pages/view-settings/ViewSettingsPage.module.css'

/** Asks before unsaved changes are left behind. Staying has the initial focus. */
export function LeaveDialog({
  name,
  changes,
  isSaving,
  onStay,
  onDiscard,
  onSave,
}: {
  /** Name of the folder. */
  name: string
  /** Descriptions of the changes. */
  changes: readonly string[]
  isSaving: boolean
  onStay: () => void
  onDiscard: () => void
  /** Absent while a field has no valid value. */
  onSave: (() => void) | undefined
}) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      width="narrow"
      title={t.viewSettings.leaveTitle}
      description={
        <>
          <p>{t.viewSettings.leaveText(name, changes.length)}</p>
          <ul className={css['changeList']}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      }
      onClose={onStay}
      actions={
        <>
          <Button data-autofocus="" onClick={onStay}>
            {t.viewSettings.leaveStay}
          </Button>
          <Button kind="danger" onClick={onDiscard}>
            {t.viewSettings.leaveDiscard}
          </Button>
          {onSave && (
            <Button kind="primary" busy={isSaving} onClick={onSave}>
              {t.viewSettings.save}
            </Button>
          )}
        </>
      }
    />
  )
}
