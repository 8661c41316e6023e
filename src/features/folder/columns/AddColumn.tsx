import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sharedWithMeHost } from '#src/contract/flags/actions.ts'
import { parseUri } from '#src/contract/uri.ts'
import { columnKey } from '#src/contract/views/view-rules.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import {
  columnName,
  hasColumnForMetadata,
  localizeCustomPropertyNames,
} from '#src/features/folder-view/columns.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { foldText } from '#src/lib/names/text-search.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { useOptionList } from '#src/ui/keyboard/use-option-list.ts'
import { PopoverDialog } from '#src/ui/menu/PopoverDialog.tsx'
import { columnGroups, fileKindsByColumnGroup } from './column-groups.ts'
import css from './AddColumn.module.css'

type Group = keyof Messages['viewSettings']['columnGroups']
type Choice = { key: string; column: ViewColumn; name: string; group: Group }

/** Metadata keys and kinds are collected from this many rows: those of one folder rarely differ. */
const maxSampledRows = 500

const sampledRows = (listing: PagedList<FileRow, FolderListHead>): FileRow[] =>
  [...listing.order.subarray(0, maxSampledRows)].flatMap((rowIndex) => listing.at(rowIndex) ?? [])

/** Whether a file of the folder can have something in the columns of a group. That is known when all its files are. */
function groupFilter(
  rows: readonly FileRow[],
  { loadState, order }: PagedList<FileRow, FolderListHead>,
): (group: Group) => boolean {
  const kinds = new Set(rows.map(({ name, isFolder }) => kindOfName(name, isFolder)))
  kinds.delete('folder')
  const isKnown = loadState.at === 'complete' && order.length === rows.length && kinds.size > 0
  return (group) =>
    !isKnown || fileKindsByColumnGroup[group]?.some((kind) => kinds.has(kind)) !== false
}

/** Metadata keys of the rows for which there is no column type. */
function metadataKeys(rows: readonly FileRow[]): string[] {
  const keys = new Set<string>()
  for (const { metadata } of rows) for (const key of Object.keys(metadata ?? {})) keys.add(key)
  return [...keys]
    .filter((key) => !/^(?:props|thumb):/.test(key) && !hasColumnForMetadata(key))
    .sort()
}

/** Whether items of this folder can have a value in a column of this type. */
function isOfUse(type: number, folder: string): boolean {
  const { host } = parseUri(folder)
  if (type === ColumnType.originalLocation || type === ColumnType.collected) return host === 'trash'
  // All items of a folder have one location, but for those that are gathered from several.
  return type !== ColumnType.parent || host === 'trash' || host === sharedWithMeHost
}

/** As far as the folder had been read when they were first offered: none goes while one is looking at them. */
function useChoices(
  folder: string,
  listing: PagedList<FileRow, FolderListHead>,
  search: string,
): Choice[] {
  const { t } = useI18n()
  const { data } = useQuery(site.explorer())
  const { all, isGroupOfUse } = useMemo(() => {
    const rows = sampledRows(listing)
    const properties = localizeCustomPropertyNames(data?.custom_props, t)
    const choice = (column: ViewColumn, group: Group): Choice => ({
      key: columnKey(column),
      column,
      name: columnName(column, t, properties) ?? t.viewSettings.columnUnknown(column.type),
      group,
    })
    const kinds = (Object.keys(columnGroups) as (keyof typeof columnGroups)[]).flatMap((group) =>
      columnGroups[group]
        .filter((type) => isOfUse(type, folder))
        .map((type) => choice({ type }, group)),
    )
    const customProperties = [...properties.keys()].map((id) =>
      choice({ type: ColumnType.customProperty, props: { custom_props_id: id } }, 'property'),
    )
    const metadata = metadataKeys(rows).map((key) => choice(metadataColumn(key), 'metadata'))
    return {
      all: [...kinds, ...customProperties, ...metadata],
      isGroupOfUse: groupFilter(rows, listing),
    }
  }, [data, folder, listing, t])
  const query = search.trim()
  // A search finds the others too: subfolders may have such files.
  const matching = all.filter(({ name, column, group }) =>
    query === ''
      ? isGroupOfUse(group)
      : foldText(name).includes(foldText(query)) ||
        (column.props?.metadata_key ?? '').includes(query.toLowerCase()),
  )
  const isKey = query !== '' && !/\s/.test(query) && !all.some(({ key }) => key === `3 ${query}`)
  if (isKey && (query.includes(':') || matching.length === 0)) {
    const column = metadataColumn(query)
    const name = t.viewSettings.columnByKey(query)
    matching.push({ key: columnKey(column), column, name, group: 'metadata' })
  }
  return matching
}

const metadataColumn = (key: string): ViewColumn => ({
  type: ColumnType.metadata,
  props: { metadata_key: key },
})

/** A combobox to search columns and add them: letters search, arrow keys move, Enter adds. */
export function AddColumn({
  anchor,
  folder,
  columns,
  listing,
  onAdd,
  onClose,
}: {
  anchor: Anchor
  folder: string
  /** The columns that the view has. */
  columns: readonly ViewColumn[]
  listing: PagedList<FileRow, FolderListHead>
  onAdd: (column: ViewColumn, name: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const [search, setSearch] = useState('')
  const choices = useChoices(folder, listing, search)
  const present = useMemo(() => new Set(columns.map(columnKey)), [columns])
  // The first column that can be added is active at first.
  const first = choices.findIndex(({ key }) => !present.has(key))
  const { listId, reset, fieldProps, optionProps } = useOptionList(choices.length, {
    first: Math.max(0, first),
    onChoose: (at) => {
      const choice = choices[at]
      if (choice && !present.has(choice.key)) onAdd({ ...choice.column }, choice.name)
    },
  })

  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <PopoverDialog anchor={anchor} name={t.viewSettings.columnAdd} onClose={onClose}>
      <div className={css['add']}>
        <SearchField
          {...(css['search'] ? { className: css['search'] } : {})}
          value={search}
          hotkey=""
          label={t.viewSettings.columnSearch}
          isFirst
          onChange={(text) => {
            setSearch(text)
            reset()
          }}
          {...fieldProps}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={t.viewSettings.columnChoices}
          className={css['list']}
        >
          {groups.map((group) => (
            <div key={group} role="group" aria-label={t.viewSettings.columnGroups[group]}>
              <div className={css['heading']} aria-hidden="true">
                {t.viewSettings.columnGroups[group]}
              </div>
              {choices.map((choice, at) => {
                if (choice.group !== group) return null
                const isPresent = present.has(choice.key)
                return (
                  <div
                    key={choice.key}
                    {...optionProps(at)}
                    aria-disabled={isPresent || undefined}
                    className={css['choice']}
                  >
                    <bdi>{choice.name}</bdi>
                    {isPresent && <small>{t.viewSettings.columnPresent}</small>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        {choices.length === 0 && <p className={css['none']}>{t.viewSettings.columnNone}</p>}
      </div>
    </PopoverDialog>
  )
}
