import { useEffect, useMemo, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { compareNatural } from '#src/lib/names.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { Button } from '#src/ui/Button.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { useWindow } from '#src/ui/use-window.ts'
import { errorWords } from '../error-words.ts'
import { nameFilter } from './arrange.ts'
import css from './FolderPicker.module.css'

/** CSS pixels. */
const rowHeight = 40

/** The folders in a folder, by name. */
export function useFolderChoices(
  listing: Listing<FileRow, Folder> | undefined,
  folder: string,
  search: string,
): FileRow[] {
  const { language } = useI18n()
  const version = listing?.version()
  const all = useMemo(() => {
    void version
    const rows: FileRow[] = []
    for (const slot of listing?.order ?? []) {
      const row = listing?.at(slot)
      if (row?.isFolder) rows.push(row)
    }
    const compare = compareNatural(language)
    return rows.sort((a, b) => compare(a.name, b.name))
    // eslint-disable-next-line react/exhaustive-deps -- a folder has a listing of its own
  }, [listing, folder, version, language])
  return useMemo(() => all.filter(nameFilter(search)), [all, search])
}

/** The folders to go into. The field above has the focus and says which one is meant. */
export function FolderChoices({
  id,
  rows,
  active,
  blocked,
  listing,
  error,
  isFetching,
  isSearching,
  onRetry,
  onEnter,
}: {
  id: string
  rows: readonly FileRow[]
  active: number
  /** What cannot be gone into: the things themselves. */
  blocked: (row: FileRow) => boolean
  listing: Listing<FileRow, Folder> | undefined
  error: Error | null
  isFetching: boolean
  isSearching: boolean
  onRetry: () => void
  onEnter: (row: FileRow) => void
}) {
  const { t } = useI18n()
  const scroller = useRef<HTMLDivElement>(null)
  const range = useWindow(scroller, rows.length, rowHeight)
  useEffect(() => {
    const list = scroller.current
    const top = active * rowHeight
    if (!list || active < 0) return
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + rowHeight - list.clientHeight
  }, [active])
  const failure = error ?? (listing?.walk.at === 'stopped' ? listing.walk.error : null)
  const isWaiting = !failure && listing?.walk.at !== 'complete'
  const indexes: number[] = []
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (active >= 0 && (active < range.start || active >= range.end)) indexes.push(active)
  return (
    <div className={css['choices']}>
      <div
        ref={scroller}
        id={id}
        role="listbox"
        aria-label={t.picking.foldersHere}
        className={css['scroller']}
      >
        <div
          role="presentation"
          style={{ height: rows.length * rowHeight }}
          className={css['list']}
        >
          {indexes.map((index) => {
            const row = rows[index]
            return row === undefined ? null : (
              <Choice
                key={row.id}
                id={`${id}-${index}`}
                row={row}
                index={index}
                count={rows.length}
                isActive={index === active}
                isBlocked={blocked(row)}
                onEnter={onEnter}
              />
            )
          })}
        </div>
      </div>
      {failure ? (
        <div role="alert" className={css['note']}>
          <span>{errorWords(failure, t).title}</span>
          <Button small busy={isFetching} onClick={() => (listing ? listing.resume() : onRetry())}>
            {t.common.retry}
          </Button>
        </div>
      ) : isWaiting ? (
        <div className={css['note']}>
          <Spinner />
        </div>
      ) : rows.length === 0 ? (
        <p className={css['note']}>{isSearching ? t.common.noMatches : t.picking.noFolders}</p>
      ) : null}
    </div>
  )
}

function Choice({
  id,
  row,
  index,
  count,
  isActive,
  isBlocked,
  onEnter,
}: {
  id: string
  row: FileRow
  index: number
  count: number
  isActive: boolean
  isBlocked: boolean
  onEnter: (row: FileRow) => void
}) {
  const { t } = useI18n()
  return (
    // The field has the keys of its options.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isBlocked || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={css['choice']}
      style={{ transform: `translateY(${index * rowHeight}px)`, height: rowHeight }}
      // Focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onEnter(row)}
    >
      <FileGlyph kind="folder" />
      <TruncatedName name={row.name} />
      {isBlocked && <small>{t.picking.choiceBlocked}</small>}
    </div>
  )
}
