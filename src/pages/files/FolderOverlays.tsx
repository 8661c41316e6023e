import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { commandMenuEntries } from '#src/pages/files/commands/command-menu.tsx'
import type { Command } from '#src/pages/files/commands/commands.ts'
import {
  type FolderMenuActions,
  folderMenuEntries,
} from '#src/pages/files/commands/folder-menu.tsx'
import type { Overlay } from '#src/pages/files/commands/use-folder-commands.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { focusList } from '#src/ui/focus.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { MenuPopup } from '#src/ui/menu/MenuPopup.tsx'

const NewLinkDialog = lazyWhenOpened(
  async () => (await import('#src/features/links/new/NewLinkDialog.tsx')).NewLinkDialog,
)

/** The menu, picker or dialog that is open above a folder. */
export function FolderOverlays({
  overlay,
  uri,
  offered,
  onRun,
  onDelete,
  onTransfer,
  onEnd,
  place,
  canCreate,
  onNew,
  onUpload,
  onPaste,
  onSettings,
}: {
  overlay: Overlay
  uri: string
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command, rows: readonly FileRow[]) => void
  /** The user has confirmed it. */
  onDelete: (rows: readonly FileRow[]) => void
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onEnd: () => void
  /** Display name of the folder. */
  place: string
} & FolderMenuActions) {
  const { t } = useI18n()
  if (overlay.at === 'menu') {
    const { rows, anchor } = overlay
    const [first] = rows
    const name = rows.length === 1 && first ? displayName(first.name) : t.common.count(rows.length)
    return (
      <MenuPopup
        name={t.files.actionsFor(name)}
        entries={commandMenuEntries(offered(rows), t, (command) => onRun(command, rows))}
        anchor={anchor}
        onClose={(takesFocus) => {
          onEnd()
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (overlay.at === 'place') {
    return (
      <MenuPopup
        name={t.files.actionsFor(place)}
        entries={folderMenuEntries(t, { canCreate, onNew, onUpload, onPaste, onSettings })}
        anchor={overlay.anchor}
        onClose={(takesFocus) => {
          onEnd()
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (overlay.at === 'sharing') {
    return <NewLinkDialog items={[overlay.row]} onClose={onEnd} />
  }
  if (overlay.at === 'deleting') {
    const { rows } = overlay
    const about = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
    return (
      <ConfirmDialog
        title={t.files.deleteOfOthers(about)}
        text={t.files.deleteOfOthersText(rows.length)}
        action={t.files.delete}
        onConfirm={() => {
          onEnd()
          onDelete(rows)
        }}
        onClose={onEnd}
      />
    )
  }
  if (overlay.at === 'folder-picker') {
    const { kind, rows } = overlay
    const about = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
    return (
      <LazyFolderPicker
        title={kind === 'move' ? t.folderPicker.moveTitle(about) : t.folderPicker.copyTitle(about)}
        verb={kind === 'move' ? t.folderPicker.moveTo : t.folderPicker.copyTo}
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
