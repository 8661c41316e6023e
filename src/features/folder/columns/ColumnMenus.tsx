import { ChevronsLeftRight, Plus, RotateCcw, X } from 'lucide-react'
import { use } from 'react'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import { columnName, resolvedColumnKey } from '#src/features/folder-view/columns.ts'
import { usePropertyNames } from '#src/features/folder/cells/use-property-names.ts'
import type { FolderItemsProps } from '#src/features/folder/items/folder-grid-props.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { announce } from '#src/ui/announcements/announce.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { type MenuEntry, MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import { AddColumn } from './AddColumn.tsx'
import { ColumnEditingContext, menuColumnKey } from './column-editing.ts'
import { withColumnWidth } from './column-edits.ts'

/** The menu always offers these columns; the others are found by a search. */
const usualTypes = [ColumnType.size, ColumnType.modified, ColumnType.created]

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** It draws the menu of a column or of all columns, and the choice of columns to add. */
export function ColumnMenus({
  folder,
  list,
  view,
  rows,
  onSort,
}: Pick<FolderItemsProps, 'folder' | 'list' | 'view' | 'rows' | 'onSort'>) {
  const { t } = useI18n()
  const properties = usePropertyNames(view)
  const editing = use(ColumnEditingContext)
  if (!editing) return null
  const { columns, drawn, edit, setEdit, onColumns } = editing
  const messages = t.viewSettings
  const isFull = columns.length >= viewLimits.columns
  const { menu, adding } = edit

  const add = (column: ViewColumn, name: string) => {
    onColumns([...columns, column])
    announce(messages.columnAdded(name))
  }
  const remove = (key: string, name: string) => {
    onColumns(columns.filter((each) => resolvedColumnKey(each) !== key))
    announce(messages.columnRemoved(name))
  }

  /** Returns what can be done with the column whose menu is open. */
  const own = (key: string, at: NonNullable<typeof menu>['at']): MenuEntry[] => {
    const column = drawn.find((each) => each.key === key)
    const first = column ?? drawn[0]
    const width: MenuEntry[] = first
      ? [
          {
            key: 'width',
            label: messages.columnResize,
            icon: <ChevronsLeftRight {...icon} />,
            onSelect: () => setEdit({ edge: first.key }),
          },
        ]
      : []
    const adds = {
      key: 'add',
      label: messages.columnAddNew,
      icon: <Plus {...icon} />,
      disabled: isFull,
      onSelect: () => setEdit({ adding: at }),
    }
    if (!column) return [...width, adds]
    const { sort } = column
    const directions = sort && messages.directions[sort]
    const sorting: MenuEntry[] =
      directions && onSort
        ? [
            {
              key: 'sort',
              heading: messages.sortBy,
              items: (['asc', 'desc'] as const).map((direction) => ({
                key: direction,
                label: directions[direction],
                checked: rows.sort?.by === sort && rows.sort.direction === direction,
                onSelect: () => onSort(sort, direction),
              })),
            },
          ]
        : []
    const hasWidth = columns.some((each) => resolvedColumnKey(each) === key && each.width)
    const reset: MenuEntry = {
      key: 'default-width',
      label: messages.columnDefaultWidth,
      icon: <RotateCcw {...icon} />,
      onSelect: () =>
        onColumns(
          columns.map((each) =>
            resolvedColumnKey(each) === key ? withColumnWidth(each, null) : each,
          ),
        ),
    }
    const removes: MenuEntry = {
      key: 'remove',
      label: messages.columnRemove(column.label),
      icon: <X {...icon} />,
      onSelect: () => remove(key, column.label),
    }
    return [
      ...sorting,
      ...width,
      ...(hasWidth ? [reset] : []),
      ...(column.type === ColumnType.name ? [] : [removes]),
      adds,
    ]
  }

  const all = (): MenuEntry => {
    const shown = columns.filter(({ type }) => type !== ColumnType.name)
    const offered = [...shown, ...usualTypes.map((type): ViewColumn => ({ type }))]
    const byKey = new Map(offered.toReversed().map((column) => [resolvedColumnKey(column), column]))
    const items = [...new Set(offered.map(resolvedColumnKey))].flatMap((key) => {
      const column = byKey.get(key) as ViewColumn
      const name = columnName(column, t, properties)
      if (name === null) return []
      const isShown = shown.includes(column)
      return [
        {
          key,
          label: name,
          checked: isShown,
          isToggle: true,
          disabled: !isShown && isFull,
          onSelect: () => (isShown ? remove(key, name) : add(column, name)),
        },
      ]
    })
    return { key: 'columns', heading: messages.columnChoices, items }
  }

  const label = drawn.find(({ key }) => key === menu?.key)?.label
  return (
    <>
      {menu && (
        <MenuPopup
          name={label === undefined ? messages.columnChoices : messages.columnMenu(label)}
          entries={
            menu.key === menuColumnKey
              ? [all(), ...own(menu.key, menu.at)]
              : [...own(menu.key, menu.at), all()]
          }
          anchor={menu.at}
          align={menu.key === menuColumnKey ? 'end' : 'start'}
          onClose={(takesFocus) => {
            setEdit({})
            if (takesFocus && !menu.opener?.isConnected) focusList()
            else if (takesFocus) menu.opener?.focus()
          }}
        />
      )}
      {adding && (
        <AddColumn
          anchor={adding}
          folder={folder}
          columns={columns}
          listing={list}
          onAdd={add}
          onClose={() => setEdit({})}
        />
      )}
    </>
  )
}
