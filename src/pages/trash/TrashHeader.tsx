import { type ComponentProps, useMemo } from 'react'
import { ListToolbar } from '#src/features/list-page/ListToolbar.tsx'
import { JobProgressBar } from '#src/features/list-page/selection/JobProgressBar.tsx'
import { ListChangedNotice } from '#src/features/list-page/states/ListChangedNotice.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRunningJob } from '#src/jobs/store/job-list.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { setPreferences } from '#src/platform/preferences.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import type { TrashCommands } from './commands/use-trash-commands.ts'
import { TrashSelectionBar } from './TrashSelectionBar.tsx'
import { trashViews, type TrashUrl } from './url.ts'

const jobKinds = ['restore', 'deletePermanently', 'trash'] as const

type TrashHeaderProps = {
  list: PagedList<FileRow>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
  selectedCount: number
  view: TrashUrl['view']
  onView: (view: TrashUrl['view']) => void
  /** Whether only items that were deleted together are shown. */
  isTogether: boolean
  /** Whether the first button of the selection bar is the primary one of the page. */
  isPrimary: boolean
  commands: TrashCommands
} & Omit<
  ComponentProps<typeof ListToolbar>,
  'count' | 'isCounting' | 'actions' | 'entries' | 'note' | 'title'
>

/** The row above the list: title, selection bar or the progress of a job. */
export function TrashHeader(props: TrashHeaderProps) {
  const { t } = useI18n()
  const job = useRunningJob(jobKinds)
  if (!job) return <TrashBar {...props} />
  return (
    <>
      <h1 className="sr-only">{t.trash.title}</h1>
      <JobProgressBar job={job} />
    </>
  )
}

/** For how many days the service keeps an item that is deleted; 0 when it does not say. */
const daysKept = (row: FileRow | undefined): number =>
  Math.round(((row?.collectedAt ?? 0) - (row?.updatedAt ?? 0)) / 86_400_000)

function TrashBar({
  list,
  rowIndexes,
  filterKey,
  selection,
  selectedCount,
  view,
  onView,
  isTogether,
  isPrimary,
  commands,
  ...bar
}: TrashHeaderProps) {
  const { t } = useI18n()
  // A list that is read again is counted as a whole meanwhile, also when that is cut off.
  const isComplete = list.hasBeenComplete || list.loadState.at === 'complete'
  const kept = useMemo(() => daysKept(list.at(rowIndexes[0] as number)), [list, rowIndexes])
  const empty = {
    disabled: list.size === 0 || commands.isEmptying,
    onSelect: commands.askToEmpty,
  }
  const note = commands.isEmptying ? t.trash.emptying : kept > 0 && t.trash.kept(kept)
  const toolbar = (
    <ListToolbar
      {...bar}
      title={<h1>{t.trash.title}</h1>}
      count={
        !isComplete
          ? t.common.soFar(list.size)
          : rowIndexes.length < list.size
            ? t.trash.countOf(rowIndexes.length, list.size)
            : t.trash.count(list.size)
      }
      isCounting={!isComplete}
      note={
        (note || list.isChangedElsewhere) && (
          <>
            {note}
            {note && list.isChangedElsewhere && ' · '}
            {list.isChangedElsewhere && <ListChangedNotice onRefresh={bar.onRefresh} />}
          </>
        )
      }
      entries={[
        ...(bar.isPhone
          ? [{ key: 'empty', label: t.trash.emptyTrash, danger: true, ...empty }]
          : []),
        {
          key: 'view',
          heading: t.trash.view,
          items: trashViews.map((each) => ({
            key: each,
            label: t.trash.views[each],
            checked: view === each,
            onSelect: () => {
              // Links to the trash lead to the view that was chosen last.
              setPreferences({ trashView: each })
              if (each !== view) onView(each)
            },
          })),
        },
      ]}
      {...(bar.isPhone
        ? {}
        : {
            actions: (
              <Button disabled={empty.disabled} onClick={empty.onSelect}>
                {t.trash.emptyTrash}
              </Button>
            ),
          })}
    />
  )
  return selectedCount > 0 ? (
    <TrashSelectionBar
      title={t.trash.title}
      list={list}
      rowIndexes={rowIndexes}
      filterKey={filterKey}
      selection={selection}
      selectedCount={selectedCount}
      isTogether={isTogether}
      isPrimary={isPrimary}
      commands={commands}
      onRefresh={bar.onRefresh}
    />
  ) : (
    toolbar
  )
}
