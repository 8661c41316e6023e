import { useMemo, useRef, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { fileCommandEntries } from '#src/pages/files/commands/command-menu.tsx'
import { type FileCommand, commandsForRows } from '#src/pages/files/commands/commands.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { useSize } from '#src/ui/sizes/use-size.ts'
import type { OpenFolder } from './folder/open-folder.ts'

/** Number of selected rows that are checked for what they allow: the rows of a folder rarely differ. */
const maxCheckedRows = 2_000

/** Width of the bar in px from which all buttons fit. */
const wideBarWidth = 960
/** How many buttons fit into a bar of this width in px. */
const buttonsIn = (width: number) =>
  width >= wideBarWidth ? Infinity : width >= 640 ? 3 : width >= 480 ? 2 : 0
const buttonsOnPhone = 2
/** These commands have no button: a double click or a key is faster. */
const inMenuOnly: ReadonlySet<FileCommand> = new Set([
  'open',
  'details',
  'showInFolder',
  'duplicate',
])

/** The commands for the selection: as buttons where they fit, the others in a menu. */
export function SelectionActions({
  folder,
  selectedCount,
  onRun,
}: {
  folder: OpenFolder
  selectedCount: number
  onRun: (command: FileCommand) => void
}) {
  const { list, selection, isPhone } = folder
  const { rowIndexes, filterKey } = folder.rows
  const { t } = useI18n()
  const selectionVersion = useSyncExternalStore(selection.subscribe, selection.version)
  const version = list.version()
  const some = useMemo(() => {
    // Rows are removed before the list has a new version; until then the buttons stay as they are.
    void [selectionVersion, version]
    const found: FileRow[] = []
    for (const rowIndex of rowIndexes) {
      const row = selection.has(rowIndex, filterKey) ? list.at(rowIndex) : undefined
      if (row) found.push(row)
      if (found.length === maxCheckedRows) break
    }
    return found
  }, [list, version, rowIndexes, filterKey, selection, selectionVersion])
  const commands = commandsForRows(folder, some)
  const bar = useRef<HTMLElement>(null)
  const room = useSize(bar)?.width || wideBarWidth
  const shown = isPhone ? buttonsOnPhone : buttonsIn(room)
  const inline = commands.filter((command) => !inMenuOnly.has(command)).slice(0, shown)
  const isWhole = commands.every((command) => inline.includes(command) || inMenuOnly.has(command))
  return (
    <>
      <span
        hidden
        ref={(mark) => {
          bar.current = mark?.closest('section') ?? null
        }}
      />
      {inline.map((command) => (
        <Button
          key={command}
          variant={command === 'delete' ? 'danger' : 'default'}
          // A double click runs the command once.
          onClick={({ detail }) => detail < 2 && onRun(command)}
        >
          {t.files[command]}
        </Button>
      ))}
      {!isWhole && (
        <MoreMenu
          name={t.common.selected(selectedCount)}
          buttonName={t.common.moreActions}
          entries={fileCommandEntries(
            commands.filter((command) => !inline.includes(command)),
            t,
            onRun,
          )}
        />
      )}
    </>
  )
}
