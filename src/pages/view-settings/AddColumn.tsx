import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { columnKey } from '#src/contract/view-rules.ts'
import { ColumnType, type ViewColumn } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { site } from '#src/queries/site.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { columnName, isNamedMetadata, type PropertyNames } from '#src/views/folder/columns.ts'
import { columnGroups } from './column-groups.ts'
import css from './AddColumn.module.css'

type Group = keyof Messages['viewSettings']['columnGroups']
type Choice = { key: string; column: ViewColumn; name: string; group: Group }

/** Rows that are looked at for metadata: a folder's rows rarely differ. */
const mostLooked = 500

/** Keys of metadata that rows of this folder have and no kind of column shows. */
function metadataKeys(listing: Listing<FileRow, Folder>): string[] {
  const keys = new Set<string>()
  for (const slot of listing.order.subarray(0, mostLooked)) {
    for (const key of Object.keys(listing.at(slot)?.metadata ?? {})) keys.add(key)
  }
  return [...keys].filter((key) => !/^(?:props|thumb):/.test(key) && !isNamedMetadata(key)).sort()
}

const fold = (text: string) => text.normalize('NFC').toLowerCase()

function useChoices(listing: Listing<FileRow, Folder>, search: string): Choice[] {
  const { t } = useI18n()
  const { data } = useQuery(site.explorer())
  const all = useMemo(() => {
    const properties: PropertyNames = new Map(data?.custom_props?.map(({ id, name }) => [id, name]))
    const choice = (column: ViewColumn, group: Group): Choice => ({
      key: columnKey(column),
      column,
      name: columnName(column, t, properties) ?? t.viewSettings.columnUnknown(column.type),
      group,
    })
    const kinds = (Object.keys(columnGroups) as (keyof typeof columnGroups)[]).flatMap((group) =>
      columnGroups[group].map((type) => choice({ type }, group)),
    )
    const own = [...properties.keys()].map((id) =>
      choice({ type: ColumnType.customProperty, props: { custom_props_id: id } }, 'property'),
    )
    const found = metadataKeys(listing).map((key) => choice(ofKey(key), 'metadata'))
    return [...kinds, ...own, ...found]
  }, [data, listing, t])
  const wanted = search.trim()
  const matching = all.filter(
    ({ name, column }) =>
      fold(name).includes(fold(wanted)) ||
      (column.props?.metadata_key ?? '').includes(wanted.toLowerCase()),
  )
  const isKey = wanted !== '' && !/\s/.test(wanted) && !all.some(({ key }) => key === `3 ${wanted}`)
  if (isKey && (wanted.includes(':') || matching.length === 0)) {
    const column = ofKey(wanted)
    const name = t.viewSettings.columnByKey(wanted)
    matching.push({ key: columnKey(column), column, name, group: 'metadata' })
  }
  return matching
}

const ofKey = (key: string): ViewColumn => ({
  type: ColumnType.metadata,
  props: { metadata_key: key },
})

/** All columns there are, to be found and added. The field has the keys: letters search, arrows choose, Enter adds. */
export function AddColumn({
  anchor,
  columns,
  listing,
  onAdd,
  onClose,
}: {
  anchor: Element
  /** Those that are there. */
  columns: readonly ViewColumn[]
  listing: Listing<FileRow, Folder>
  onAdd: (column: ViewColumn, name: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  const choices = useChoices(listing, search)
  const present = useMemo(() => new Set(columns.map(columnKey)), [columns])
  // The first that can be added is meant until another is.
  const first = choices.findIndex(({ key }) => !present.has(key))
  const current = Math.min(active ?? Math.max(0, first), choices.length - 1)
  const optionId = (at: number) => `${id}-${at}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current, search])

  const add = (choice: Choice | undefined) => {
    if (!choice || present.has(choice.key)) return
    onAdd({ ...choice.column }, choice.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step: Partial<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    }
    const to = step[event.key]
    if (to !== undefined) setActive(Math.max(0, Math.min(to, choices.length - 1)))
    else if (event.key === 'Enter') add(choices[current])
    else return
    event.preventDefault()
  }

  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <Popover anchor={anchor} name={t.viewSettings.columnAdd} onClose={onClose}>
      <div className={css['add']}>
        <SearchField
          {...(css['search'] ? { className: css['search'] } : {})}
          value={search}
          hotkey=""
          label={t.viewSettings.columnSearch}
          isFirst
          choices={{
            listId: `${id}-list`,
            activeId: current < 0 ? undefined : optionId(current),
          }}
          onChange={(text) => {
            setSearch(text)
            setActive(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id={`${id}-list`}
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
                  // The field above has the focus and the keys.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={choice.key}
                    id={optionId(at)}
                    role="option"
                    aria-selected={at === current}
                    aria-disabled={isPresent || undefined}
                    className={css['choice']}
                    onPointerMove={() => setActive(at)}
                    onClick={() => add(choice)}
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
    </Popover>
  )
}
