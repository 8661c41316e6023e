import { Ellipsis } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { useSize } from '#src/ui/use-size.ts'
import type { FolderRows } from '#src/views/folder/use-folder-rows.ts'
import { menuOf } from './command-menu.tsx'
import type { Command } from './commands.ts'

/** The first of what is picked are enough to know what all of them allow: a folder's rows rarely differ. */
const mostAsked = 2_000

/** CSS pixels of the bar: all of them fit, or some. */
const wide = 960
const narrow = 640
const mostWhenNarrow = 2
/** With a double click, or the keyboard, one is there sooner than with a button. */
const inMenuOnly: ReadonlySet<Command> = new Set(['open', 'details', 'showInFolder'])

/** What can be done with all that is picked: as buttons where there is room, the rest in a menu. */
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
  const bar = useRef<HTMLElement>(null)
  const room = useSize(bar)?.width || wide
  const shown = isPhone || room < narrow ? 0 : room < wide ? mostWhenNarrow : commands.length
  const inline = commands.filter((command) => !inMenuOnly.has(command)).slice(0, shown)
  const isWhole = commands.every((command) => inline.includes(command) || inMenuOnly.has(command))
  return (
    <>
      <span
        hidden
        ref={(mark) => {
          bar.current = mark?.parentElement ?? null
        }}
      />
      {inline.map((command) => (
        <Button
          key={command}
          kind={command === 'delete' ? 'danger' : 'default'}
          onClick={() => onRun(command)}
        >
          {t.files[command]}
        </Button>
      ))}
      {!isWhole && (
        <Menu
          name={t.common.moreActions}
          entries={menuOf(
            commands.filter((command) => !inline.includes(command)),
            t,
            onRun,
          )}
        >
          {(button) => (
            <IconButton
              {...button}
              kind="default"
              name={t.common.moreActions}
              icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
            />
          )}
        </Menu>
      )}
    </>
  )
}
