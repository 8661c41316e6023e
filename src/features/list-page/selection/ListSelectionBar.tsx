import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { createListValueAccessor } from '#src/lists/per-list-values.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { type DatedRow, unloadedRowsRuleOf } from '#src/lists/selection/unloaded-rows.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusList } from '#src/ui/keyboard/focus.ts'
import page from '#src/features/list-page/page.module.css'

/** In narrower windows the actions of the bar are in a menu: in two lines it would move the list. */
export const narrowSelectionBarQuery = '(max-width: 899.98px)'

type ListSelectionBarProps<Row extends DatedRow> = {
  /** The heading of the page: the bar replaces the visible title only. */
  title: string
  list: PagedList<Row>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
  selectedCount: number
  /** Whether the list is filtered by the service (search results). */
  isFiltered?: boolean
  /** Shown after the number of rows. */
  summary?: ReactNode
  /** A button that belongs to the summary. */
  summaryAction?: ReactNode
  /** Actions on the selected rows. */
  children?: ReactNode
}

/** How many rows are selected and what can be done with them, in place of the toolbar. */
export function ListSelectionBar<Row extends DatedRow>({
  title,
  list,
  rowIndexes,
  filterKey,
  selection,
  selectedCount,
  isFiltered = false,
  summary,
  summaryAction,
  children,
}: ListSelectionBarProps<Row>) {
  const { t } = useI18n()
  return (
    <section className={page['selection']} aria-label={t.common.selected(selectedCount)}>
      <h1 className="sr-only">{title}</h1>
      <span role="status">
        <b>{t.common.selected(selectedCount)}</b>
        {summary}
      </span>
      {summaryAction}
      {selectedCount < rowIndexes.length && (
        <Button
          variant="quiet"
          {...(page['all'] ? { className: page['all'] } : {})}
          onClick={() => selection.selectAll(rowIndexes, filterKey, unloadedRowsRuleOf(list))}
        >
          {list.loadState.at === 'complete'
            ? t.common.selectAllMatching(
                rowIndexes.length,
                isFiltered || rowIndexes.length < list.size,
              )
            : t.common.selectAll}
        </Button>
      )}
      <span className={page['gap']} />
      <div className={page['selectedActions']}>{children}</div>
      <Button variant="quiet" onClick={() => selection.clear()}>
        {t.common.clear}
      </Button>
    </section>
  )
}

/** The selection bar for files, with their total size. */
export function FileSelectionBar({
  note,
  place,
  onRefresh,
  ...props
}: Omit<ListSelectionBarProps<FileRow>, 'summary' | 'summaryAction'> & {
  /** A remark about all selected files. */
  note?: string | undefined
  /** The path of their folder: the bar replaces it. */
  place?: ReactNode
  onRefresh: () => void
}) {
  const { t, language } = useI18n()
  const { list, rowIndexes, filterKey, selection } = props
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  const bytes = useMemo(() => {
    void version
    const sizes = sizesByRowIndex(list)
    let sum = 0
    for (const rowIndex of selection.among(rowIndexes, filterKey)) sum += sizes[rowIndex] ?? 0
    return sum
  }, [list, rowIndexes, filterKey, selection, version])
  const summary = (
    <>
      {/* Folders have no size: nothing is shown rather than 0 B. */}
      {bytes > 0 && ` · ${formatBytes(bytes, language)}`}
      {note && ` · ${note}`}
      {list.isChangedElsewhere && ` · ${t.files.changed}`}
      {place && !list.isChangedElsewhere && (
        <span className={page['place']} data-one-line="">
          <span className={page['before']}>{' · '}</span>
          {`${t.common.selectedIn} `}
          {place}
        </span>
      )}
    </>
  )
  // Outside the status, whose text is announced. The button goes when the list has been read.
  const refresh = list.isChangedElsewhere && (
    <Button
      small
      variant="quiet"
      onClick={() => {
        focusList()
        onRefresh()
      }}
    >
      {t.common.refresh}
    </Button>
  )
  return <ListSelectionBar {...props} summary={summary} summaryAction={refresh} />
}

/**
 * Sizes in bytes, by row index. Reading rows in row index order is several times faster than in display order, because they are
 * stored that way.
 */
function sizesByRowIndex(list: PagedList<FileRow>): Float64Array {
  const kept = createListValueAccessor<{ readonly writes: number; readonly sizes: Float64Array }>(
    list,
    'sizes',
  )
  const known = kept.get()
  if (known?.writes === list.writes) return known.sizes
  const sizes = new Float64Array(list.nextRowIndex)
  for (let rowIndex = 0; rowIndex < sizes.length; rowIndex++)
    sizes[rowIndex] = list.at(rowIndex)?.size ?? 0
  kept.set({ writes: list.writes, sizes })
  return sizes
}
