import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import css from './ViewSettingsPage.module.css'

/** Before changes that are not saved are left behind; focus starts on staying. */
export function LeaveDialog({
  name,
  changes,
  isSaving,
  onStay,
  onDiscard,
  onSave,
}: {
  /** Of the folder. */
  name: string
  /** In words. */
  changes: readonly string[]
  isSaving: boolean
  onStay: () => void
  onDiscard: () => void
  /** Absent while a field is not finished. */
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
          <ul className={css['left']}>
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
