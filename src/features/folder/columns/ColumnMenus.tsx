import { ChevronsLeftRight, Plus, RotateCcw, X } from 'lucide-react'
import { use } from 'react'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import {
  columnName,
  type CustomPropertyNames,
  type ResolvedColumn,
  resolvedColumnKey,
} from '#src/features/folder-view/columns.ts'
import { useCustomPropertyNames } from '#src/features/folder/cells/use-custom-property-names.ts'
import type { FolderItemsProps } from '#src/features/folder/items/folder-grid-props.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { type MenuEntry, MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import { AddColumn } from './AddColumn.tsx'
import {
  type ColumnHeadState,
  ColumnEditingContext,
  type ColumnEditingContextValue,
  rowMenuColumnKey,
} from './column-editing-context.ts'
import { columnWithWidth } from './column-edits.ts'

/** Columns that the menu always offers; the others are found by a search. */
const usualTypes = [ColumnType.size, ColumnType.modified, ColumnType.created]

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The menu of a column or of all columns, and the choice of columns to add. */
export function ColumnMenus({
  folder,
  list,
  view,
  rows,
  onSort,
}: Pick<FolderItemsProps, 'folder' | 'list' | 'view' | 'rows' | 'onSort'>) {
  const { t } = useI18n()
  const properties = useCustomPropertyNames(view)
  const editing = use(ColumnEditingContext)
  if (!editing) return null
  const { columns, drawn, edit, setEdit } = editing
  const messages = t.viewSettings
  const { menu, adding } = edit
  const column = drawn.find(({ key }) => key === menu?.key)
  return (
    <>
      {menu && (
        <MenuPopup
          name={column ? messages.columnMenu(column.label) : messages.columnChoices}
          entries={[
            ...(menu.key === rowMenuColumnKey ? [shownEntry(editing, t, properties)] : []),
            ...(column ? sortEntries(column, rows.sort, t, onSort) : []),
            ...columnEntries(editing, menu, column, t),
            ...(menu.key === rowMenuColumnKey ? [] : [shownEntry(editing, t, properties)]),
          ]}
          anchor={menu.at}
          align={menu.key === rowMenuColumnKey ? 'end' : 'start'}
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
          onAdd={(added, name) => addColumn(editing, added, name, t)}
          onClose={() => setEdit({})}
        />
      )}
    </>
  )
}

function addColumn(
  { columns, onColumns }: ColumnEditingContextValue,
  column: ViewColumn,
  name: string,
  t: Messages,
) {
  onColumns([...columns, column])
  announce(t.viewSettings.columnAdded(name))
}

function removeColumn(
  { columns, onColumns }: ColumnEditingContextValue,
  key: string,
  name: string,
  t: Messages,
) {
  onColumns(columns.filter((each) => resolvedColumnKey(each) !== key))
  announce(t.viewSettings.columnRemoved(name))
}

const isFull = ({ columns }: ColumnEditingContextValue): boolean =>
  columns.length >= viewLimits.columns

/** The two directions in which the list can be sorted by a column. */
function sortEntries(
  { sort }: ResolvedColumn,
  current: FolderItemsProps['rows']['sort'],
  t: Messages,
  onSort: FolderItemsProps['onSort'],
): MenuEntry[] {
  const directions = sort && t.viewSettings.directions[sort]
  if (!directions || !onSort) return []
  return [
    {
      key: 'sort',
      heading: t.viewSettings.sortBy,
      items: (['asc', 'desc'] as const).map((direction) => ({
        key: direction,
        label: directions[direction],
        checked: current?.by === sort && current.direction === direction,
        onSelect: () => onSort(sort, direction),
      })),
    },
  ]
}

/** What can be done with the column whose menu is open: none in the menu of all columns. */
function columnEntries(
  editing: ColumnEditingContextValue,
  menu: NonNullable<ColumnHeadState['menu']>,
  column: ResolvedColumn | undefined,
  t: Messages,
): MenuEntry[] {
  const { columns, drawn, setEdit, onColumns } = editing
  const messages = t.viewSettings
  const resized = column ?? drawn[0]
  const isColumn = (each: ViewColumn) => resolvedColumnKey(each) === menu.key
  const entries: (MenuEntry | false | undefined)[] = [
    resized && {
      key: 'width',
      label: messages.columnResize,
      icon: <ChevronsLeftRight {...icon} />,
      onSelect: () => setEdit({ edge: resized.key }),
    },
    column &&
      columns.some((each) => isColumn(each) && each.width) && {
        key: 'default-width',
        label: messages.columnDefaultWidth,
        icon: <RotateCcw {...icon} />,
        onSelect: () =>
          onColumns(columns.map((each) => (isColumn(each) ? columnWithWidth(each, null) : each))),
      },
    column &&
      column.type !== ColumnType.name && {
        key: 'remove',
        label: messages.columnRemove(column.label),
        icon: <X {...icon} />,
        onSelect: () => removeColumn(editing, menu.key, column.label, t),
      },
    {
      key: 'add',
      label: messages.columnAddNew,
      icon: <Plus {...icon} />,
      disabled: isFull(editing),
      onSelect: () => setEdit({ adding: menu.at }),
    },
  ]
  return entries.filter((entry) => !!entry)
}

/** Which columns are shown: those that are, and the usual ones. */
function shownEntry(
  editing: ColumnEditingContextValue,
  t: Messages,
  properties: CustomPropertyNames | undefined,
): MenuEntry {
  const shown = editing.columns.filter(({ type }) => type !== ColumnType.name)
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
        disabled: !isShown && isFull(editing),
        onSelect: () =>
          isShown ? removeColumn(editing, key, name, t) : addColumn(editing, column, name, t),
      },
    ]
  })
  return { key: 'columns', heading: t.viewSettings.columnChoices, items }
}
