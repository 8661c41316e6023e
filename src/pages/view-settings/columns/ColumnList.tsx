import { Plus } from 'lucide-react'
import { memo, type PointerEvent, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import type { ViewColumn, ViewSetting } from '#src/contract/views/view.ts'
import { columnName, type CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import type { ViewDraftSnapshot } from '#src/features/folder-view/view-drafts.ts'
import { patchDraftView } from '#src/features/folder-view/view-edits.ts'
import { AddColumn } from '#src/features/folder/columns/AddColumn.tsx'
import {
  columnInstanceId,
  movableColumns,
  moveColumn,
  nameColumnIndex,
  columnsSettingUnlessDefault,
  columnsOrDefault,
  columnWidthFieldKey,
} from '#src/features/folder/columns/column-edits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useElementRefs } from '#src/ui/use-element-refs.ts'
import { dragColumnRow } from './column-drag.ts'
import { type ColumnRowHandlers, ColumnRow } from './ColumnRow.tsx'
import css from './ColumnList.module.css'

/** Further columns are rendered on request. */
const maxInitialColumns = 100

/** The columns of the list layout, their widths and order. */
export const ColumnList = memo(function ColumnList({
  folder,
  columnsSetting,
  storedColumns,
  invalidTexts,
  properties,
  listing,
  error,
}: {
  folder: string
  /** Undefined for the default columns. */
  columnsSetting: ViewSetting['columns']
  storedColumns: ViewSetting['columns']
  invalidTexts: ViewDraftSnapshot['invalidTexts']
  properties: CustomPropertyNames | undefined
  /** Its rows tell which metadata exist. */
  listing: PagedList<FileRow, FolderListHead>
  error: string | undefined
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const columns = columnsOrDefault(columnsSetting)
  const fixed = nameColumnIndex(columns)
  const movable = movableColumns(columns)
  const { elements, refTo } = useElementRefs()
  const addButton = useRef<HTMLButtonElement>(null)

  const setColumns = (next: readonly ViewColumn[], edit?: Parameters<typeof patchDraftView>[2]) =>
    patchDraftView(folder, columnsSettingUnlessDefault(next, storedColumns), edit)
  const nameOf = (column: ViewColumn) =>
    columnName(column, t, properties) ?? t.viewSettings.columnUnknown(column.type)

  const move = (from: number, target: number) => {
    const column = movable[from]
    const to = Math.max(0, Math.min(target, movable.length - 1))
    if (!column) return
    flushSync(() => to !== from && setColumns(moveColumn(columns, from, to)))
    elements.get(`move ${columnInstanceId(column)}`)?.focus()
    const place = to + (to >= fixed ? 1 : 0)
    announce(messages.columnMoved(nameOf(column), place + 1, columns.length))
  }
  const remove = (at: number) => {
    const column = movable[at]
    if (!column) return
    const next = movable[at + 1] ?? movable[at - 1]
    const left = columns.filter((each) => each !== column)
    flushSync(() => setColumns(left, { clears: [columnWidthFieldKey(column)] }))
    const focused = next ? elements.get(`remove ${columnInstanceId(next)}`) : addButton.current
    focused?.focus()
    announce(t.viewSettings.columnRemoved(nameOf(column)))
  }
  const startDrag = (event: PointerEvent<HTMLElement>, from: number) => {
    const { currentTarget: handle, pointerId, clientY: startY } = event
    const rows = movable.flatMap((column) => elements.get(`row ${columnInstanceId(column)}`) ?? [])
    dragColumnRow({ handle, pointerId, startY, rows, from, onDrop: (to) => move(from, to) })
  }
  const placeOf = (at: number): ColumnRowHandlers | null => {
    if (at === fixed) return null
    const place = at - (fixed >= 0 && at > fixed ? 1 : 0)
    return {
      onMove: (to) => move(place, to === 'first' ? 0 : to === 'last' ? movable.length : place + to),
      onDrag: (event) => startDrag(event, place),
      onRemove: () => remove(place),
    }
  }

  const shown = isExpanded ? columns : columns.slice(0, maxInitialColumns)
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={css['columns']}>
      <div className={css['head']} id={`${id}-label`}>
        {messages.columns}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {messages.columnMoveHint}
      </p>
      <ul className={css['list']}>
        {shown.map((column, at) => (
          <ColumnRow
            key={columnInstanceId(column)}
            folder={folder}
            column={column}
            label={columnName(column, t, properties)}
            place={placeOf(at)}
            refTo={refTo}
            invalidText={invalidTexts[columnWidthFieldKey(column)]}
            hintId={`${id}-keys`}
            onColumn={(changed) => {
              const field = columnWidthFieldKey(column)
              const next = columns.map((each) => (each === column ? changed : each))
              setColumns(next, { step: field, clears: [field] })
            }}
          />
        ))}
      </ul>
      {shown.length < columns.length && (
        <Button small variant="quiet" onClick={() => setExpanded(true)}>
          {messages.columnsMore(columns.length - shown.length)}
        </Button>
      )}
      {error && <p className={css['error']}>{error}</p>}
      <AddColumnButton
        ref={addButton}
        folder={folder}
        columns={columns}
        listing={listing}
        onAdd={(column, name) => {
          setColumns([...columns, column])
          announce(t.viewSettings.columnAdded(name))
        }}
      />
    </div>
  )
})

/** Opens the choice of columns to add, while there may be more. */
function AddColumnButton({
  ref,
  ...choice
}: Pick<Parameters<typeof AddColumn>[0], 'folder' | 'columns' | 'listing' | 'onAdd'> & {
  ref: RefObject<HTMLButtonElement | null>
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const id = useId()
  /** The button, while the choice is open beside it. */
  const [anchor, setAnchor] = useState<HTMLElement>()
  const isFull = choice.columns.length >= viewLimits.columns
  return (
    <>
      <div>
        <Button
          ref={ref}
          small
          variant="quiet"
          className={css['add']}
          icon={<Plus aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== undefined}
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? `${id}-full` : undefined}
          onClick={({ currentTarget }) => setAnchor(anchor || isFull ? undefined : currentTarget)}
        >
          {t.viewSettings.columnAddNew}
        </Button>
        {isFull && (
          <p id={`${id}-full`} className={css['note']}>
            {messages.columnsFull(viewLimits.columns)}
          </p>
        )}
      </div>
      {anchor && <AddColumn {...choice} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
