import { FileUp, FolderUp } from 'lucide-react'
import type { Messages } from '#src/i18n/messages.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

/** Browsers on phones cannot select folders. */
const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** Menu entries that open the browser's dialog for files or a folder. */
export function uploadMenuEntries(
  t: Messages,
  choose: (kind: 'files' | 'folder') => void,
): MenuEntry[] {
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
