import { Ellipsis, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { useLastingBatch } from '#src/stores/batches.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { later } from '#src/ui/later.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { ListSelectionBar } from '#src/views/ListSelectionBar.tsx'
import { ListToolbar } from '#src/views/ListToolbar.tsx'
import { commandEntries } from './commands.tsx'
import type { TrashCommands } from './use-trash-commands.ts'

const batchBar = later(() => import('#src/views/BatchBar.tsx'), ['operations'], 'at rest')
const batchKinds = ['restore', 'deletePermanently', 'trash'] as const

/** The row above the trash: what it is, what is selected in it, or how far an operation has come. */
export function TrashTop({
  listing,
  slots,
  filter,
  selection,
  picked,
  isTogether,
  commands,
  ...bar
}: {
  listing: Listing<FileRow>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
  /** Only what was deleted in one go is shown. */
  isTogether: boolean
  commands: TrashCommands
} & Omit<ComponentProps<typeof ListToolbar>, 'count' | 'actions' | 'entries' | 'note' | 'title'>) {
  const { t } = useI18n()
  const batch = useLastingBatch(batchKinds)
  const BatchBar = batchBar.useCode(batch !== undefined, 'quietly')?.BatchBar
  if (batch && BatchBar) return <BatchBar batch={batch} />
  if (picked > 0) {
    return (
      <ListSelectionBar
        {...{ listing, slots, filter, selection, picked }}
        note={isTogether ? t.trash.together : undefined}
      >
        <PickedActions isPhone={bar.isPhone} commands={commands} />
      </ListSelectionBar>
    )
  }
  const isComplete = listing.walk.at === 'complete'
  return (
    <ListToolbar
      {...bar}
      title={<h1>{t.trash.title}</h1>}
      count={isComplete ? t.trash.count(listing.size) : t.common.soFar(listing.size)}
      {...(commands.isEmptying ? { note: t.trash.emptying } : {})}
      entries={[
        {
          key: 'empty',
          label: t.trash.emptyTrash,
          danger: true,
          disabled: listing.size === 0 || commands.isEmptying,
          onSelect: () => commands.setTask({ at: 'emptying' }),
        },
      ]}
    />
  )
}

function PickedActions({ isPhone, commands }: { isPhone: boolean; commands: TrashCommands }) {
  const { t } = useI18n()
  const { runOnPicked } = commands
  const restore = (
    <Button
      kind="primary"
      icon={<Undo2 aria-hidden="true" />}
      busy={commands.task?.at === 'looking'}
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
