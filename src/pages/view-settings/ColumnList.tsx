import { Plus } from 'lucide-react'
import { memo, useId, useLayoutEffect, useRef, useState } from 'react'
import { viewLimits } from '#src/contract/view-rules.ts'
import type { ViewColumn, ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { editView, type ViewEdit } from '#src/stores/view-drafts.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { columnName, type PropertyNames } from '#src/views/folder/columns.ts'
import {
  idOf,
  movable,
  moved,
  placeOfName,
  sayColumns,
  shownColumns,
  widthField,
} from './column-edits.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { addColumn, columnDrag } from './late.ts'
import css from './ColumnList.module.css'

/** More columns than these are drawn only when they are asked for. */
const drawnAtFirst = 100

/** Which columns the list has, how wide and in which order. */
export const ColumnList = memo(function ColumnList({
  folder,
  said,
  base,
  typed,
  properties,
  listing,
  error,
}: {
  folder: string
  /** What the view says of columns. */
  said: ViewSetting['columns']
  base: ViewSetting['columns']
  typed: ViewEdit['typed']
  properties: PropertyNames | undefined
  /** Knows which metadata there are. */
  listing: Listing<FileRow, Folder>
  error: string | undefined
}) {
  const { t } = useI18n()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const adding = addColumn.useCode(isAdding)
  const columns = shownColumns(said)
  const fixed = placeOfName(columns)
  const others = movable(columns)
  const isFull = columns.length >= viewLimits.columns

  /** The part of the row that is to have focus once it is drawn in its new place. */
  const wanted = useRef<{ id: number; part: 'move' | 'remove' } | null>(null)
  useLayoutEffect(() => {
    const focus = wanted.current
    wanted.current = null
    if (!focus) return
    list.current
      ?.querySelector<HTMLElement>(`[data-column="${focus.id}"] [data-part=${focus.part}]`)
      ?.focus()
  })

  const nameOf = (column: ViewColumn) =>
    columnName(column, t, properties) ?? t.viewSettings.columnUnknown(column.type)
  const take = (next: readonly ViewColumn[], settles: readonly string[] = []) =>
    editView(folder, sayColumns(next, base), { settles })

  const move = (from: number, wish: number) => {
    const column = others[from]
    const to = Math.max(0, Math.min(wish, others.length - 1))
    if (!column) return
    wanted.current = { id: idOf(column), part: 'move' }
    if (to !== from) take(moved(columns, from, to))
    const place = to + (to >= fixed ? 1 : 0)
    announce(t.viewSettings.columnMoved(nameOf(column), place + 1, columns.length))
  }
  const remove = (at: number) => {
    const column = others[at]
    if (!column) return
    const next = others[at + 1] ?? others[at - 1]
    if (next) wanted.current = { id: idOf(next), part: 'remove' }
    else button?.focus()
    take(
      columns.filter((each) => each !== column),
      [widthField(column)],
    )
    announce(t.viewSettings.columnRemoved(nameOf(column)))
  }
  const beginDrag = (event: React.PointerEvent<HTMLElement>, from: number) => {
    const handle = event.currentTarget
    const { pointerId, clientY } = event
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-movable]') ?? [])]
    void columnDrag
      .load()
      .then(({ dragRow }) =>
        dragRow({ handle, pointerId, startY: clientY, rows, from, onDrop: (to) => move(from, to) }),
      )
      .catch(() => undefined)
  }

  const shown = isWhole ? columns : columns.slice(0, drawnAtFirst)
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={css['columns']}>
      <div className={css['head']} id={`${id}-label`}>
        {t.viewSettings.columns}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {t.viewSettings.columnMoveHint}
      </p>
      <ul
        ref={list}
        className={css['list']}
        onPointerEnter={() => void columnDrag.load().catch(() => undefined)}
      >
        {shown.map((column, at) => {
          const place = at - (fixed >= 0 && at > fixed ? 1 : 0)
          return (
            <ColumnRow
              key={idOf(column)}
              folder={folder}
              column={column}
              label={columnName(column, t, properties)}
              isFixed={at === fixed}
              typed={typed[widthField(column)]}
              hintId={`${id}-keys`}
              onMove={(to) =>
                move(place, to === 'first' ? 0 : to === 'last' ? others.length : place + to)
              }
              onDrag={(event) => beginDrag(event, place)}
              onRemove={() => remove(place)}
              onColumn={(changed) =>
                editView(
                  folder,
                  sayColumns(
                    columns.map((each) => (each === column ? changed : each)),
                    base,
                  ),
                  { step: widthField(column), settles: [widthField(column)] },
                )
              }
            />
          )
        })}
      </ul>
      {shown.length < columns.length && (
        <Button small kind="quiet" onClick={() => setWhole(true)}>
          {t.viewSettings.columnsMore(columns.length - shown.length)}
        </Button>
      )}
      {error && <p className={css['error']}>{error}</p>}
      <div>
        <Button
          ref={setButton}
          small
          kind="quiet"
          className={css['add']}
          icon={<Plus aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={isAdding}
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? `${id}-full` : undefined}
          onClick={() => setAdding(!isAdding && !isFull)}
        >
          {t.viewSettings.columnAdd}
        </Button>
        {isFull && (
          <p id={`${id}-full`} className={css['note']}>
            {t.viewSettings.columnsFull(viewLimits.columns)}
          </p>
        )}
      </div>
      {isAdding && button && adding && (
        <adding.AddColumn
          anchor={button}
          columns={columns}
          listing={listing}
          onAdd={(column, name) => {
            take([...columns, column])
            announce(t.viewSettings.columnAdded(name))
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
})
