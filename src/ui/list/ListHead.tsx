import { ArrowDown, ArrowUp } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { UnloadedRowsAtSelectAll, GridSelection } from '#src/lib/selection.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import type { Column, ColumnHeadControls, ShownSort } from './columns.ts'
import { useSelectedCount } from './use-selection.ts'
import css from './ListHead.module.css'

type Props = {
  columns: readonly Column[]
  template: string | undefined
  sort: ShownSort
  onSort: (by: string) => void
  rowIndexes: Uint32Array
  rowsToCome: () => UnloadedRowsAtSelectAll | undefined
  selection: GridSelection
  filterKey: string
  isCards: boolean
  controls: ColumnHeadControls | undefined
}

/**
 * The head of a list: the checkbox of all rows and one sort button per column. With cards it is for screen readers, and
 * shown while a key has brought the focus into it.
 */
export function ListHead({ columns, template, sort, onSort, isCards, controls, ...rows }: Props) {
  return (
    <div
      role="rowgroup"
      className={isCards ? `sr-only ${css['ofCards'] ?? ''}` : css['head']}
      data-sticky={isCards ? undefined : ''}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={css['row']}
        {...(template && { style: { gridTemplateColumns: template } })}
      >
        {/* A header without a name would be read as one: what is empty is a cell. */}
        <div
          role={rows.selection.isReadOnly ? 'gridcell' : 'columnheader'}
          className={css['checkbox']}
        >
          {!rows.selection.isReadOnly && <PickAll {...rows} />}
        </div>
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            column={column}
            sort={sort}
            onSort={onSort}
            controls={controls}
          />
        ))}
      </div>
    </div>
  )
}

function PickAll({
  rowIndexes,
  rowsToCome,
  selection,
  filterKey,
}: Pick<Props, 'rowIndexes' | 'rowsToCome' | 'selection' | 'filterKey'>) {
  const { t } = useI18n()
  const selectedCount = useSelectedCount(selection, rowIndexes, filterKey)
  const isAll = selectedCount > 0 && selectedCount === rowIndexes.length
  return (
    <Checkbox
      name={t.common.selectAll}
      checked={isAll || (selectedCount > 0 && 'mixed')}
      onChange={() => {
        if (isAll) selection.clear()
        else selection.selectAll(rowIndexes, filterKey, rowsToCome())
      }}
    />
  )
}

function HeadCell({
  column,
  sort,
  onSort,
  controls,
}: { column: Column } & Pick<Props, 'sort' | 'onSort' | 'controls'>) {
  const isSorted = sort.by === column.key
  const direction = sort.direction === 'asc' ? 'ascending' : 'descending'
  const SortArrow = sort.direction === 'asc' ? ArrowUp : ArrowDown
  const arrow = isSorted && (
    <SortArrow size={13} aria-hidden="true" data-pending={sort.isPending || undefined} />
  )
  return (
    // The menu is also requested by key, on the button inside.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="columnheader"
      className={css['cell']}
      data-numeric={column.isNumeric || undefined}
      data-name={column.key === 'name' || undefined}
      aria-sort={isSorted ? direction : column.isSortable ? 'none' : undefined}
      onContextMenu={controls && ((event) => controls.onMenu(column.key, event))}
    >
      {column.isSortable ? (
        <button
          type="button"
          className={css['sort']}
          data-sorted={isSorted || undefined}
          onClick={() => onSort(column.key)}
        >
          {column.label}
          {arrow}
        </button>
      ) : column.isLabelHidden ? (
        <span className="sr-only">{column.label}</span>
      ) : isSorted ? (
        <span className={css['sort']} data-sorted="">
          {column.label}
          {arrow}
        </span>
      ) : (
        column.label
      )}
      {column.note && <span className={css['note']}> {column.note}</span>}
      {controls && <controls.Control columnKey={column.key} />}
    </div>
  )
}
