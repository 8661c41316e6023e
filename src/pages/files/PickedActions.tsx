import { Ellipsis } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import type { FolderRows } from '#src/views/folder/use-folder-rows.ts'
import { menuOf } from './command-menu.tsx'
import type { Command } from './commands.ts'

/** The first of what is picked are enough to know what all of them allow: a folder's rows rarely differ. */
const mostAsked = 2_000

/** What can be done with all that is picked. */
export function PickedActions({
  listing,
  rows,
  selection,
  isPhone,
  offered,
  onRun,
}: {
  listing: Listing<FileRow, Folder>
  rows: FolderRows
  selection: Selection
  isPhone: boolean
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command) => void
}) {
  const { t } = useI18n()
  useSyncExternalStore(selection.subscribe, selection.version)
  const some: FileRow[] = []
  for (const slot of rows.slots) {
    const row = selection.has(slot, rows.filter) ? listing.at(slot) : undefined
    if (row) some.push(row)
    if (some.length === mostAsked) break
  }
  const commands = offered(some)
  if (isPhone) {
    return (
      <Menu name={t.common.moreActions} entries={menuOf(commands, t, onRun)}>
        {(button) => (
          <IconButton
            {...button}
            kind="default"
            name={t.common.moreActions}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
          />
        )}
      </Menu>
    )
  }
  return commands
    .filter((command) => command !== 'open' && command !== 'details' && command !== 'showInFolder')
    .map((command) => (
      <Button
        key={command}
        kind={command === 'delete' ? 'danger' : 'default'}
        // A double click is one command.
        onClick={({ detail }) => detail < 2 && onRun(command)}
      >
        {t.files[command]}
      </Button>
    ))
}
