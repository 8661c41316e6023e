import { homeUri } from '#src/features/file-lists/files.ts'
import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import { trashCommandEntries } from './commands/commands.tsx'
import type { TrashCommands } from './commands/use-trash-commands.ts'
import { DeletionQuestion, EmptyTrashQuestion } from './DeletionQuestions.tsx'

/** The menu, picker or confirmation that is open above the trash. */
export function TrashOverlays({
  list,
  commands,
}: {
  list: PagedList<FileRow>
  commands: TrashCommands
}) {
  const { t } = useI18n()
  const { overlay, setOverlay } = commands
  const close = () => setOverlay(undefined)
  const about = (rows: readonly FileRow[]) => ({
    name: displayName(rows[0]?.name ?? ''),
    count: rows.length,
  })

  if (overlay?.at === 'menu') {
    const { rows, anchor } = overlay
    const { name, count } = about(rows)
    const [row] = rows
    return (
      <MenuPopup
        name={t.trash.actionsFor(count === 1 ? name : t.common.count(count))}
        entries={trashCommandEntries(
          [
            'restore',
            'restoreTo',
            ...(count === 1 ? (['details'] as const) : []),
            ...(count === 1 && row?.origin ? (['onlyFrom'] as const) : []),
            'deletePermanently',
          ],
          t,
          commands,
          (command) => commands.run(command, rows),
        )}
        anchor={anchor}
        onClose={(takesFocus) => {
          // The command may have opened another overlay.
          setOverlay((now) => (now?.at === 'menu' ? undefined : now))
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (overlay?.at === 'folder-picker') {
    const { rows } = overlay
    return (
      <LazyFolderPicker
        title={t.trash.restoreToTitle(about(rows))}
        verb={t.trash.restoreInto}
        items={rows}
        start={homeUri}
        onChoose={(folder) => {
          close()
          commands.restoreTo(rows, folder)
        }}
        onClose={close}
      />
    )
  }
  if (overlay?.at === 'deleting') {
    const { rows } = overlay
    return (
      <DeletionQuestion
        rows={rows}
        onConfirm={() => {
          close()
          commands.remove(rows)
        }}
        onClose={close}
      />
    )
  }
  if (overlay?.at === 'emptying') {
    const { selection } = overlay
    return (
      <EmptyTrashQuestion
        list={list}
        selection={selection}
        onConfirm={() => {
          close()
          commands.empty(selection)
        }}
        onClose={close}
      />
    )
  }
  return null
}
