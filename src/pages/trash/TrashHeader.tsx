import { Ellipsis, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FileSelectionBar } from '#src/components/list/ListSelectionBar.tsx'
import { ListToolbar } from '#src/components/list/ListToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { useRunningBatch } from '#src/stores/batches/batches.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { commandEntries } from './commands.tsx'
import type { TrashCommands } from './use-trash-commands.ts'

const BatchBar = lazyComponent(
  async () => (await import('#src/components/list/BatchBar.tsx')).BatchBar,
  { optional: true },
)
const batchKinds = ['restore', 'deletePermanently', 'trash'] as const

type TrashHeaderProps = {
  list: PagedList<FileRow>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
  /** Whether only items that were deleted together are shown. */
  isTogether: boolean
  commands: TrashCommands
} & Omit<ComponentProps<typeof ListToolbar>, 'count' | 'actions' | 'entries' | 'note' | 'title'>

/** The row above the list: title, selection bar or the progress of a batch. */
export function TrashHeader(props: TrashHeaderProps) {
  const batch = useRunningBatch(batchKinds)
  const bar = <TrashBar {...props} />
  return batch ? <BatchBar batch={batch} fallback={bar} /> : bar
}

function TrashBar({
  list,
  slots,
  filter,
  selection,
  picked,
  isTogether,
  commands,
  ...bar
}: TrashHeaderProps) {
  const { t } = useI18n()
  if (picked > 0) {
    return (
      <FileSelectionBar
        {...{ list, slots, filter, selection, picked }}
        note={isTogether ? t.trash.together : undefined}
      >
        <SelectionActions isPhone={bar.isPhone} commands={commands} />
      </FileSelectionBar>
    )
  }
  const isComplete = list.loadState.at === 'complete'
  return (
    <ListToolbar
      {...bar}
      title={<h1>{t.trash.title}</h1>}
      count={isComplete ? t.trash.count(list.size) : t.common.soFar(list.size)}
      {...(commands.isEmptying ? { note: t.trash.emptying } : {})}
      entries={[
        {
          key: 'empty',
          label: t.trash.emptyTrash,
          danger: true,
          disabled: list.size === 0 || commands.isEmptying,
          onSelect: () => commands.setOverlay({ at: 'emptying' }),
        },
      ]}
    />
  )
}

function SelectionActions({ isPhone, commands }: { isPhone: boolean; commands: TrashCommands }) {
  const { t } = useI18n()
  const { runOnPicked } = commands
  const restore = (
    <Button
      kind="primary"
      icon={<Undo2 aria-hidden="true" />}
      busy={commands.isPlanning}
      aria-keyshortcuts="u"
      onClick={() => runOnPicked('restore')}
    >
      {t.trash.restore}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {restore}
        <Menu
          name={t.common.moreActions}
          entries={commandEntries(['restoreTo', 'deletePermanently'], t, runOnPicked)}
        >
          {(button) => (
            <IconButton
              {...button}
              kind="default"
              name={t.common.moreActions}
              icon={<Ellipsis aria-hidden="true" />}
            />
          )}
        </Menu>
      </>
    )
  }
  return (
    <>
      {restore}
      <Button aria-keyshortcuts="Shift+U" onClick={() => runOnPicked('restoreTo')}>
        {t.trash.restoreTo}
      </Button>
      <Button
        kind="danger"
        aria-keyshortcuts="Delete"
        onClick={() => runOnPicked('deletePermanently')}
      >
        {t.trash.deletePermanently}
      </Button>
    </>
  )
}
