import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { LazyNewLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useFolderPickerMessages } from '#src/i18n/parts/folder-picker-messages.ts'
import { fileCommandEntries } from '#src/pages/files/commands/command-menu.tsx'
import { commandsForRows } from '#src/pages/files/commands/commands.ts'
import {
  type FolderMenuActions,
  folderMenuEntries,
} from '#src/pages/files/commands/folder-menu.tsx'
import type { FolderCommands, FolderOverlay } from '#src/pages/files/commands/use-file-commands.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import type { OpenFolder } from './open-folder.ts'

/** The menu, picker or dialog that is open above a folder. */
export function FolderOverlays({
  folder,
  overlay,
  commands,
  onUpload,
  onSettings,
}: {
  folder: OpenFolder
  overlay: FolderOverlay
  commands: FolderCommands
} & Pick<FolderMenuActions, 'onUpload' | 'onSettings'>) {
  const { t } = useI18n()
  const messages = useFolderPickerMessages()
  if (overlay.at === 'menu') {
    const { rows, anchor } = overlay
    const [first] = rows
    const name = rows.length === 1 && first ? displayName(first.name) : t.common.count(rows.length)
    return (
      <MenuPopup
        name={t.files.actionsFor(name)}
        entries={fileCommandEntries(commandsForRows(folder, rows), t, (command) =>
          commands.run(command, rows),
        )}
        anchor={anchor}
        onClose={(takesFocus) => {
          commands.endTask()
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (overlay.at === 'folder-menu') {
    return (
      <MenuPopup
        name={t.files.actionsFor(folder.name)}
        entries={folderMenuEntries(t, {
          canCreate: folder.canCreate,
          onNew: commands.newFolder,
          onNewText: commands.newTextFile,
          onUpload,
          onPaste: commands.paste,
          onSettings,
        })}
        anchor={overlay.anchor}
        onClose={(takesFocus) => {
          commands.endTask()
          if (takesFocus) focusList()
        }}
      />
    )
  }
  if (overlay.at === 'sharing') {
    return <LazyNewLinkDialog items={overlay.rows} onClose={commands.endTask} />
  }
  if (overlay.at === 'deleting') {
    const { rows } = overlay
    const what = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
    return (
      <ConfirmDialog
        title={messages.deleteOfOthers(what)}
        text={messages.deleteOfOthersText(rows.length)}
        action={t.files.delete}
        onConfirm={() => {
          commands.endTask()
          commands.remove(rows)
        }}
        onClose={commands.endTask}
      />
    )
  }
  if (overlay.at === 'folder-picker') {
    const { kind, rows } = overlay
    const what = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
    return (
      <LazyFolderPicker
        title={kind === 'move' ? messages.moveTitle(what) : messages.copyTitle(what)}
        verb={kind === 'move' ? messages.moveTo : messages.copyTo}
        items={rows}
        start={folder.uri}
        onChoose={(to) => {
          commands.endTask()
          void commands.transfer(kind, rows, to)
        }}
        onClose={commands.endTask}
      />
    )
  }
  return null
}
