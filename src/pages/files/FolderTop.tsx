import { FolderPlus, Upload } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { useLastingBatch } from '#src/stores/batches.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import type { FolderRows } from '#src/views/folder/use-folder-rows.ts'
import { ListSelectionBar } from '#src/views/ListSelectionBar.tsx'
import { ListToolbar } from '#src/views/ListToolbar.tsx'
import type { Command } from './commands.ts'
import { batchBar, pickedActions, uploadHere, viewMenu } from './late.ts'
import { ViewMenu } from './ViewMenu.tsx'
import type { QuickView } from './view-menu.tsx'

const batchKinds = ['download', 'trash', 'move', 'copy', 'restore'] as const

type Bar = ComponentProps<typeof ListToolbar>

/** The row above a folder: what it is, what is selected in it, or how far an operation has come. */
export function FolderTop({
  name,
  listing,
  rows,
  selection,
  picked,
  canCreate,
  isReadOnly,
  quick,
  onNew,
  onUpload,
  found,
  offered,
  onRun,
  ...bar
}: {
  name: string
  listing: Listing<FileRow, Folder>
  rows: FolderRows
  selection: Selection
  picked: number
  canCreate: boolean
  isReadOnly: boolean
  quick: QuickView
  onNew: () => void
  onUpload: (kind: 'files' | 'folder') => void
  /** What is shown has been searched for, or is being so. */
  found: 'here' | 'coming' | undefined
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command) => void
} & Omit<Bar, 'count' | 'actions' | 'entries' | 'note'>) {
  const { t } = useI18n()
  const batch = useLastingBatch(batchKinds)
  const uploading = uploadHere.useCode(canCreate, 'quietly')
  const actions = pickedActions.useCode(picked > 0, 'quietly')
  const menu = viewMenu.useCode(bar.isPhone, 'quietly')
  const progress = batchBar.useCode(batch !== undefined, 'quietly')
  // The title makes room, not the heading.
  const heading = <h1 className="sr-only">{name}</h1>
  if (batch && progress) {
    return (
      <>
        {heading}
        <progress.BatchBar batch={batch} />
      </>
    )
  }
  if (picked > 0) {
    return (
      <>
        {heading}
        <ListSelectionBar
          {...{ listing, slots: rows.slots, filter: rows.filter, selection, picked }}
          isFound={found !== undefined}
        >
          {actions && (
            <actions.PickedActions
              {...{ listing, rows, selection, offered, onRun }}
              isPhone={bar.isPhone}
            />
          )}
        </ListSelectionBar>
      </>
    )
  }
  const upload = uploading?.uploadEntries(t, onUpload) ?? []
  const isComplete = listing.walk.at === 'complete'
  const newFolder = {
    key: 'new',
    label: t.files.newFolder,
    icon: <FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />,
    hint: 'N',
    onSelect: onNew,
  }
  return (
    <ListToolbar
      {...bar}
      count={
        found === 'coming'
          ? t.files.searching
          : isComplete
            ? t.files[found ? 'found' : 'count'](listing.size)
            : t.common.soFar(listing.size)
      }
      {...(isReadOnly
        ? { note: <span title={t.files.readOnly}>{t.files.readOnlyChip}</span> }
        : {})}
      entries={
        bar.isPhone
          ? [
              ...(canCreate ? [...upload, newFolder] : []),
              // What one can sort by is in this menu anyway.
              ...(menu?.viewEntries(t, quick, { hasSort: false }) ?? []),
            ]
          : []
      }
      actions={
        !bar.isPhone && (
          <>
            {canCreate && (
              <>
                <Menu name={t.files.upload} entries={upload}>
                  {(button) => (
                    <Button
                      {...button}
                      icon={<Upload size={16} strokeWidth={1.75} aria-hidden="true" />}
                    >
                      {t.files.upload}
                    </Button>
                  )}
                </Menu>
                <Button icon={newFolder.icon} aria-keyshortcuts="n" onClick={onNew}>
                  {t.files.newFolder}
                </Button>
              </>
            )}
            <ViewMenu quick={quick} />
          </>
        )
      }
    />
  )
}
