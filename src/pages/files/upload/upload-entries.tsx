import { FileUp, FolderUp } from 'lucide-react'
import type { Messages } from '#src/i18n/messages.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

/** Opens the browser's file dialog. */
export type FileChooserHandle = { choose: (kind: 'files' | 'folder') => void }

/** Browsers on phones cannot select folders. */
const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** Menu entries to choose files or a folder. */
export function uploadEntries(t: Messages, choose: FileChooserHandle['choose']): MenuEntry[] {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const all = [
    {
      key: 'files',
      label: t.files.uploadFiles,
      icon: <FileUp {...icon} />,
      onSelect: () => choose('files'),
    },
    {
      key: 'folder',
      label: t.files.uploadFolder,
      icon: <FolderUp {...icon} />,
      onSelect: () => choose('folder'),
    },
  ]
  return canChooseFolders ? all : all.slice(0, 1)
}
