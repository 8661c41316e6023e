import type { ComponentProps } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { LeaveDialog } from '#src/ui/dialogs/LeaveDialog.tsx'
import css from '#src/pages/view-settings/ViewSettingsPage.module.css'

/** Asks before the unsaved changes of a view are left behind, and lists them. */
export function LeaveViewDialog({
  name,
  changes,
  ...rest
}: Omit<ComponentProps<typeof LeaveDialog>, 'description' | 'saveLabel'> & {
  /** Name of the folder. */
  name: string
  /** Descriptions of the changes. */
  changes: readonly string[]
}) {
  const { t } = useI18n()
  return (
    <LeaveDialog
      {...rest}
      saveLabel={t.viewSettings.saveAndLeave}
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
    />
  )
}
