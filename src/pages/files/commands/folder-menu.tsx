import { ClipboardPaste, FilePlus, FolderPlus, SlidersHorizontal } from 'lucide-react'
import type { Messages } from '#src/i18n/messages.ts'
import { uploadMenuEntries } from '#src/pages/files/upload/upload-entries.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

/** What can be done with the folder that is open. */
export type FolderMenuActions = {
  canCreate: boolean
  onNew: () => void
  onNewText: () => void
  onUpload: (kind: 'files' | 'folder') => void
  /** Pastes into the folder; undefined while there is nothing to paste. */
  onPaste: (() => void) | undefined
  onSettings: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The menu of the empty space of a folder. */
export function folderMenuEntries(t: Messages, place: FolderMenuActions): MenuEntry[] {
  const create = {
    key: 'new',
    label: t.files.newFolder,
    icon: <FolderPlus {...icon} />,
    hint: 'N',
    onSelect: place.onNew,
  }
  const newText = {
    key: 'new-text',
    label: t.files.newTextFile,
    icon: <FilePlus {...icon} />,
    onSelect: place.onNewText,
  }
  const { onPaste } = place
  const paste = onPaste && {
    key: 'paste',
    label: t.files.paste,
    icon: <ClipboardPaste {...icon} />,
    onSelect: onPaste,
  }
  const settings = {
    key: 'settings',
    label: t.viewSettings.title,
    icon: <SlidersHorizontal {...icon} />,
    onSelect: place.onSettings,
  }
  return [
    ...(place.canCreate ? [create, newText, ...uploadMenuEntries(t, place.onUpload)] : []),
    { key: 'paste', items: paste ? [paste] : [] },
    { key: 'view', items: [settings] },
  ]
}
