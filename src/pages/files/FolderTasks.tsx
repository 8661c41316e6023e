import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { FileRow } from '#src/queries/files.ts'
import { MenuPopup } from '#src/ui/MenuPopup.tsx'
import { focusList } from '#src/ui/focus.ts'
import { menuOf } from './command-menu.tsx'
import type { Command } from './commands.ts'
import { folderPicker, shareForm } from './late.ts'
import type { Task } from './use-folder-commands.ts'

/** What floats over a folder: the menu of its rows, and the choice of where they are to go. */
export function FolderTasks({
  task,
  uri,
  offered,
  onRun,
  onTransfer,
  onEnd,
}: {
  task: Task
  uri: string
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command, rows: readonly FileRow[]) => void
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onEnd: () => void
}) {
  const { t } = useI18n()
  const sharing = shareForm.useCode(task.at === 'sharing')
  const picker = folderPicker.useCode(task.at === 'picking')
  if (task.at === 'menu') {
    const { rows, anchor } = task
    const [first] = rows
    const name = rows.length === 1 && first ? displayName(first.name) : t.common.count(rows.length)
    return (
      <MenuPopup
        name={t.files.actionsFor(name)}
        entries={menuOf(offered(rows), t, (command) => onRun(command, rows))}
        anchor={anchor}
        onClose={(takesFocus) => {
          onEnd()
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (task.at === 'sharing' && sharing) {
    return <sharing.ShareForm item={task.row} onClose={onEnd} />
  }
  if (task.at === 'picking' && picker) {
    const { kind, rows } = task
    const about = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
    return (
      <picker.FolderPicker
        title={kind === 'move' ? t.picking.moveTitle(about) : t.picking.copyTitle(about)}
        verb={kind === 'move' ? t.picking.moveTo : t.picking.copyTo}
        items={rows}
        start={uri}
        onChoose={(folder) => {
          onEnd()
          onTransfer(kind, rows, folder)
        }}
        onClose={onEnd}
      />
    )
  }
  return null
}
