import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { type FileRow } from '#src/lists/file-row.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { homeUri } from '#src/queries/files/files.ts'
import { focusList } from '#src/ui/focus.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import { commandEntries } from './commands.tsx'
import type { TrashCommands } from './use-trash-commands.ts'

const FolderPicker = lazyComponent(
  async () => (await import('#src/components/folder/picker/FolderPicker.tsx')).FolderPicker,
)
const ConfirmDialog = lazyComponent(
  async () => (await import('#src/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
)

const sizeOf = (rows: Iterable<FileRow>): number => {
  let bytes = 0
  for (const row of rows) bytes += row.size
  return bytes
}

function* rowsOf(list: PagedList<FileRow>) {
  for (const slot of list.order) {
    const row = list.at(slot)
    if (row) yield row
  }
}

/** The menu, picker or confirmation that is open above the trash. */
export function TrashOverlays({
  list,
  commands,
}: {
  list: PagedList<FileRow>
  commands: TrashCommands
}) {
  const { t, language } = useI18n()
  const { overlay, setOverlay } = commands
  const end = () => setOverlay(undefined)
  const size = (rows: Iterable<FileRow>) => {
    const bytes = sizeOf(rows)
    return bytes > 0 ? formatBytes(bytes, language) : ''
  }
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
        entries={commandEntries(
          [
            'restore',
            'restoreTo',
            ...(count === 1 ? (['details'] as const) : []),
            ...(count === 1 && row?.origin ? (['fromHere'] as const) : []),
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
  if (overlay?.at === 'picking') {
    const { rows } = overlay
    return (
      <FolderPicker
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
  if (overlay?.at === 'deleting') {
    const { rows } = overlay
    return (
      <ConfirmDialog
        title={t.trash.deleteTitle(about(rows))}
        text={t.trash.deleteText(
          size(rows),
          rows.some(({ isFolder }) => isFolder),
        )}
        action={t.trash.confirmDelete}
        onConfirm={() => {
          end()
          commands.remove(rows)
        }}
        onClose={end}
      />
    )
  }
  if (overlay?.at === 'emptying') {
    return (
      <ConfirmDialog
        title={t.trash.emptyTitle}
        text={t.trash.emptyText(list.size, size(rowsOf(list)))}
        action={t.trash.confirmEmpty}
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
