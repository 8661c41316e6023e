import { Copy } from 'lucide-react'
import { ListSelectionBar } from '#src/features/list-page/selection/ListSelectionBar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { Menu } from '#src/ui/menu/Menu.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { CommandButtons, linkCommandEntries } from './commands/command-menu.tsx'
import type { RunLinkCommand, LinkCommand } from './commands/commands.ts'

/** What stands in a narrow bar for one link; copying has a button of its own. */
const ofOne: ReadonlySet<string> = new Set(['copyLink', 'edit', 'extend'])

const copyIcon = <Copy size={16} strokeWidth={1.75} aria-hidden="true" />

const copyFormats = ['lines', 'markdown', 'csv', 'table'] as const

/** What can be done with the selected links. */
export function SharesSelectionBar({
  list,
  rowIndexes,
  filterKey,
  selection,
  selectedCount,
  hasDetails,
  hasPermissions,
  run,
}: {
  list: PagedList<LinkRow>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
  selectedCount: number
  /** Whether details are open beside the list. */
  hasDetails: boolean
  /** Whether the service has permissions of links. */
  hasPermissions: boolean
  run: RunLinkCommand
}) {
  const { t } = useI18n()
  const isNarrow = useMediaQuery(hasDetails ? '(max-width: 1519.98px)' : '(max-width: 1139.98px)')
  const hasRoomForOne = useMediaQuery('(min-width: 760px)')
  const messages = t.linkActions
  const runHere = (command: LinkCommand) => () => run(command)
  useHotkeys({
    Delete: runHere('delete'),
    c: runHere('copyLink'),
    ...(selectedCount === 1 && { e: runHere('edit') }),
  })
  const [rowIndex] = selectedCount === 1 ? selection.among(rowIndexes, filterKey) : []
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  const entriesOf = (ending: '' | '-passwords') =>
    copyFormats.map((format) => ({
      key: format,
      label: messages.formats[format],
      onSelect: runHere(`copy-${format}${ending}`),
    }))
  const formats: MenuEntry[] = [
    { key: 'links', items: entriesOf('') },
    { key: 'passwords', heading: messages.withPasswords, items: entriesOf('-passwords') },
  ]
  const inBar = isNarrow && hasRoomForOne && selectedCount === 1 ? ofOne : undefined
  return (
    <ListSelectionBar
      list={list}
      rowIndexes={rowIndexes}
      filterKey={filterKey}
      selection={selection}
      selectedCount={selectedCount}
      title={t.links.title}
    >
      {inBar ? (
        <Button
          variant={hasDetails ? 'default' : 'primary'}
          icon={copyIcon}
          aria-keyshortcuts="c"
          onClick={runHere('copyLink')}
        >
          {t.links.copyLink}
        </Button>
      ) : (
        <Menu name={messages.copyLinks} entries={formats}>
          {(button) => (
            <Button
              {...button}
              variant={selectedCount > 1 || !hasDetails ? 'primary' : 'default'}
              icon={copyIcon}
            >
              {messages.copyLinks}
            </Button>
          )}
        </Menu>
      )}
      {(!isNarrow || inBar) && (
        <CommandButtons
          count={selectedCount}
          row={row}
          hasPermissions={hasPermissions}
          only={inBar}
          run={run}
        />
      )}
      {isNarrow && (
        <MoreMenu
          name={t.common.selected(selectedCount)}
          buttonName={t.common.moreActions}
          entries={[
            ...linkCommandEntries(selectedCount, row, hasPermissions, t, run, inBar),
            ...(inBar ? formats : []),
          ]}
        />
      )}
    </ListSelectionBar>
  )
}
