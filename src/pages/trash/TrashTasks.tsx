import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import { type FileRow, homeUri } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { later } from '#src/ui/later.ts'
import { MenuPopup } from '#src/ui/MenuPopup.tsx'
import { focusList } from '#src/ui/focus.ts'
import { commandEntries } from './commands.tsx'
import type { TrashCommands } from './use-trash-commands.ts'

const folderPicker = later(
  () => import('#src/views/folder/FolderPicker.tsx'),
  ['files', 'errors', 'picking'],
  'at rest',
)
const restorePlan = later(() => import('./RestorePlan.tsx'), ['operations'], 'at rest')
const confirm = later(() => import('#src/dialogs/ConfirmDialog.tsx'), [], 'at rest')

const sizeOf = (rows: Iterable<FileRow>): number => {
  let bytes = 0
  for (const row of rows) bytes += row.size
  return bytes
}

function* rowsOf(listing: Listing<FileRow>) {
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row) yield row
  }
}

/** What floats over the trash: the menu of its rows, and what is asked before something is done to them. */
export function TrashTasks({
  listing,
  commands,
}: {
  listing: Listing<FileRow>
  commands: TrashCommands
}) {
  const { t, language } = useI18n()
  const { task, setTask } = commands
  const at = task?.at
  const picker = folderPicker.useCode(at === 'picking')
  const plan = restorePlan.useCode(at === 'planning')
  const Confirm = confirm.useCode(at === 'deleting' || at === 'emptying')?.ConfirmDialog
  const end = () => setTask(undefined)
  const size = (rows: Iterable<FileRow>) => {
    const bytes = sizeOf(rows)
    return bytes > 0 ? formatBytes(bytes, language) : ''
  }
  const about = (rows: readonly FileRow[]) => ({
    name: displayName(rows[0]?.name ?? ''),
    count: rows.length,
  })

  if (task?.at === 'menu') {
    const { rows, anchor } = task
    const { name, count } = about(rows)
    const [row] = rows
    return (
      <MenuPopup
        name={t.trash.actionsFor(count === 1 ? name : t.common.count(count))}
        entries={commandEntries(
          [
            'restore',
            'restoreTo',
            ...(count === 1 ? (['details'] as const) : []),
            ...(count === 1 && row?.origin ? (['fromHere'] as const) : []),
            'deletePermanently',
          ],
          t,
          (command) => commands.run(command, rows),
        )}
        anchor={anchor}
        onClose={(takesFocus) => {
          // A command may have gone on to something else.
          setTask((now) => (now?.at === 'menu' ? undefined : now))
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (task?.at === 'planning' && plan) {
    return (
      <plan.RestorePlan
        plan={task.plan}
        onGo={(choice) => commands.followPlan(task, choice)}
        onClose={end}
      />
    )
  }
  if (task?.at === 'picking' && picker) {
    const { rows } = task
    return (
      <picker.FolderPicker
        title={t.trash.restoreToTitle(about(rows))}
        verb={t.trash.restoreInto}
        items={rows}
        start={homeUri}
        onChoose={(folder) => {
          end()
          commands.restoreTo(rows, folder)
        }}
        onClose={end}
      />
    )
  }
  if (task?.at === 'deleting' && Confirm) {
    const { rows } = task
    return (
      <Confirm
        title={t.trash.deleteTitle(about(rows))}
        text={t.trash.deleteText(
          size(rows),
          rows.some(({ isFolder }) => isFolder),
        )}
        action={t.trash.deletePermanently}
        onConfirm={() => {
          end()
          commands.remove(rows)
        }}
        onClose={end}
      />
    )
  }
  if (task?.at === 'emptying' && Confirm) {
    return (
      <Confirm
        title={t.trash.emptyTitle}
        text={t.trash.emptyText(listing.size, size(rowsOf(listing)))}
        action={t.trash.emptyTrash}
        onConfirm={() => {
          end()
          commands.empty()
        }}
        onClose={end}
      />
    )
  }
  return null
}
