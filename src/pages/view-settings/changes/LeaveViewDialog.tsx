import type { ComponentProps } from 'react'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
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
  const messages = useViewEditorMessages()
  return (
    <LeaveDialog
      {...rest}
      saveLabel={messages.saveAndLeave}
      description={
        <>
          <p>{messages.leaveText(name, changes.length)}</p>
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
