import { useEffect, useMemo, useRef } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { ItemThumbnail } from '#src/features/folder/cells/ItemThumbnail.tsx'
import {
  beginningFirst,
  createFileCompare,
  createNameMatcher,
} from '#src/features/folder/compare-files.ts'
import { ParentFolderPath } from '#src/features/folder/ParentFolderPath.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useFolderChoiceMessages } from '#src/i18n/parts/folder-choice-messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { useRenderedRowRange } from '#src/ui/list/use-rendered-row-range.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './FolderPicker.module.css'

/** Height of a row in px; rows with pictures are higher. */
const rowHeights = { folder: 40, item: 48 }

const byName = { by: 'name', direction: 'asc' } as const

/**
 * The subfolders of a folder, sorted by name; with `files` its files after them. Shortcuts are left out: they take
 * nothing in, and cannot be shared.
 */
export function useChoicesInFolder(
  list: PagedList<FileRow, FolderListHead> | undefined,
  folder: string,
  search: string,
  { files = false }: { files?: boolean } = {},
): FileRow[] {
  const { language } = useI18n()
  const version = list?.version()
  const all = useMemo(() => {
    void version
    const rows: FileRow[] = []
    for (const rowIndex of list?.order ?? []) {
      const row = list?.at(rowIndex)
      if (!row || row.shortcut) continue
      if (row.isFolder || (files && !row.isUploading)) rows.push(row)
    }
    return rows.sort(createFileCompare(byName, language))
    // eslint-disable-next-line react/exhaustive-deps -- a folder has a list of its own
  }, [list, folder, version, language, files])
  return useMemo(() => beginningFirst(all.filter(createNameMatcher(search)), search), [all, search])
}

/** What is needed to choose several of the rows. */
export type ChoiceSelection = {
  readonly isSelected: (row: FileRow) => boolean
  /** `toRange`: selects all rows from the one before as well. */
  readonly onToggle: (row: FileRow, toRange: boolean) => void
}

/** The rows to choose from, and how far they have been read. */
type FolderChoiceList = {
  readonly id: string
  readonly rows: readonly FileRow[]
  /** The index of the first row that is in another folder. */
  readonly firstElsewhere: number
  /** Whether the service is still searching for those. */
  readonly isSearchingElsewhere: boolean
  /** The index of the active row, -1 for none. */
  readonly active: number
  /** Whether the open folder has been read to its end. */
  readonly isComplete: boolean
  /** Why rows are missing, of the open folder or of what was found elsewhere. */
  readonly failure: Error | null
  readonly isFetching: boolean
  /** Whether the rows are those that match a search. */
  readonly isSearching: boolean
  readonly onRetry: () => void
}

/** The list of subfolders, or of items to select. Focus stays in the search field, which names the active option. */
export function FolderChoiceList({
  choices: { id, rows, firstElsewhere, active, failure, ...reading },
  blocked,
  label,
  emptyText,
  selection,
  onEnter,
}: {
  choices: FolderChoiceList
  /** Rows that cannot be entered: the items being moved. */
  blocked: (row: FileRow) => boolean
  label?: string
  emptyText?: string
  selection?: ChoiceSelection
  onEnter: (row: FileRow) => void
}) {
  const { t } = useI18n()
  const messages = useFolderChoiceMessages()
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = selection ? rowHeights.item : rowHeights.folder
  const range = useRenderedRowRange(scroller, rows.length, rowHeight)
  useEffect(() => {
    const element = scroller.current
    const top = active * rowHeight
    if (!element || active < 0) return
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
  }, [active, rowHeight])
  const isWaiting = reading.isSearchingElsewhere || !reading.isComplete
  const isEmpty = rows.length === 0 && !isWaiting && !failure
  const indexes: number[] = []
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (active >= 0 && (active < range.start || active >= range.end)) indexes.push(active)
  return (
    <div className={css['choices']}>
      <div
        ref={scroller}
        id={id}
        role="listbox"
        aria-label={label ?? messages.foldersHere}
        aria-multiselectable={selection ? true : undefined}
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
                height={rowHeight}
                count={rows.length}
                isElsewhere={index >= firstElsewhere}
                isActive={index === active}
                isBlocked={blocked(row)}
                selection={selection}
                onEnter={onEnter}
              />
            )
          })}
        </div>
      </div>
      {failure ? (
        <div role="alert" className={css['note']}>
          <span>{describeError(failure, t).title}</span>
          <Button small busy={reading.isFetching} onClick={reading.onRetry}>
            {t.common.retry}
          </Button>
        </div>
      ) : isWaiting ? (
        <div className={css['note']}>
          <Spinner />
        </div>
      ) : null}
      <p role="status" className={isEmpty ? css['note'] : undefined}>
        {isEmpty && (reading.isSearching ? t.common.noMatches : (emptyText ?? messages.noFolders))}
      </p>
    </div>
  )
}

function Choice({
  id,
  row,
  index,
  height,
  count,
  isElsewhere,
  isActive,
  isBlocked,
  selection,
  onEnter,
}: {
  id: string
  row: FileRow
  index: number
  /** In px. */
  height: number
  count: number
  isElsewhere: boolean
  isActive: boolean
  isBlocked: boolean
  selection: ChoiceSelection | undefined
  onEnter: (row: FileRow) => void
}) {
  const messages = useFolderChoiceMessages()
  return (
    // The search field handles the keys for its options.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={selection ? selection.isSelected(row) : isActive}
      data-active={isActive || undefined}
      aria-disabled={isBlocked || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={css['choice']}
      style={{ insetBlockStart: index * height, height }}
      // A press must not move focus out of the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ shiftKey }) =>
        shiftKey && selection ? selection.onToggle(row, true) : onEnter(row)
      }
    >
      {selection && (
        // The option itself is what is selected; its box is only another place to press.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <span
          className={css['mark']}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            selection.onToggle(row, event.shiftKey)
          }}
        />
      )}
      {selection ? (
        <ItemThumbnail row={row} size={36} />
      ) : (
        <FileGlyph kind={kindOfName(row.name, row.isFolder)} />
      )}
      <TruncatedName name={row.name} />
      {isBlocked ? (
        <small>{messages.choiceBlocked}</small>
      ) : (
        isElsewhere && (
          <small className={css['place']}>
            <ParentFolderPath of={row.uri} />
          </small>
        )
      )}
    </div>
  )
}
