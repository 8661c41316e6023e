import { useQueries } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { subfolders } from '#src/features/folder-view/subfolders.ts'
import { useRowHeight } from '#src/features/list-page/use-row-height.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewCopyMessages } from '#src/i18n/parts/view-copy-messages.ts'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TypeAhead } from '#src/ui/keyboard/type-ahead.ts'
import { useRenderedRowRange } from '#src/ui/list/use-rendered-row-range.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import type { TreeFolder } from './use-folder-tree.ts'
import css from './CopyToSubfolders.module.css'

type Row = {
  readonly folder: TreeFolder
  readonly index: number
  /** Position among its siblings, from 1. */
  readonly place: number
  readonly count: number
}

/** The rows of all expanded folders; siblings are sorted by name. */
function rowsOf(root: TreeFolder, open: ReadonlySet<string>, language: string): Row[] {
  const compare = createNaturalCompare(language)
  const rows: Row[] = []
  const add = ({ children = [] }: TreeFolder) => {
    const sorted = children.toSorted((a, b) => compare(a.name, b.name))
    for (const [at, folder] of sorted.entries()) {
      rows.push({ folder, index: rows.length, place: at + 1, count: sorted.length })
      if (open.has(folder.uri)) add(folder)
    }
  }
  add(root)
  return rows
}

/**
 * A tree to select folders from, with the keys of the ARIA tree pattern: arrows move, expand and collapse, Space selects,
 * letters search. One row is in the tab order.
 */
export function FolderTreeView({
  root,
  isSavedAbove,
  states,
  onRead,
  onSelect,
}: {
  root: TreeFolder
  /** Whether a view is saved for `root` or above it, which the folders below inherit. */
  isSavedAbove: boolean
  states: ReadonlyMap<string, boolean | 'mixed'>
  /** Asks for the folders in a folder. */
  onRead: (folder: TreeFolder) => void
  onSelect: (folder: TreeFolder, isSelected: boolean) => void
}) {
  const { language } = useI18n()
  const messages = useViewCopyMessages()
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(false)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const activeRow = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(root, open, language), [root, open, language])
  const range = useRenderedRowRange(scroller, rows.length, rowHeight)
  const current = Math.max(
    rows.findIndex(({ folder }) => folder.uri === active),
    0,
  )

  const goTo = (row: Row | undefined) => {
    const list = scroller.current
    if (!row || !list) return
    flushSync(() => setActive(row.folder.uri))
    const top = row.index * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + rowHeight - list.clientHeight
    activeRow.current?.focus({ preventScroll: true })
  }
  const toggle = (folder: TreeFolder) => {
    const next = new Set(open)
    if (!open.has(folder.uri)) {
      next.add(folder.uri)
      onRead(folder)
    } else next.delete(folder.uri)
    setOpen(next)
  }
  const select = (folder: TreeFolder) => onSelect(folder, states.get(folder.uri) !== true)
  const [typeAhead] = useState(() => new TypeAhead())

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current]
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return
    const { folder } = row
    const isOpen = open.has(folder.uri)
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1, 1)
    const step: Partial<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = step[event.key]
    if (to !== undefined) goTo(rows[Math.max(0, Math.min(to, rows.length - 1))])
    else if (toLeftToRightKey(event.key) === 'ArrowRight') {
      if (isLeaf(folder)) return
      if (!isOpen) toggle(folder)
      else if (folder.reading === 'failed') onRead(folder)
      else if (rows[current + 1]?.folder.parent === folder) goTo(rows[current + 1])
    } else if (toLeftToRightKey(event.key) === 'ArrowLeft') {
      if (isOpen) toggle(folder)
      else goTo(rows.find((each) => each.folder === folder.parent))
    } else if (event.key === 'Enter') toggle(folder)
    else if (event.key.length === 1) {
      const found = typeAhead.find(event, current, rows.length, (at) => rows[at]?.folder.name)
      if (found !== undefined) goTo(rows[found])
      else if (event.key === ' ') {
        typeAhead.end()
        select(folder)
      }
    } else return
    if (event.key.length > 1) typeAhead.end()
    event.preventDefault()
  }

  const indexes: number[] = []
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (rows.length > 0 && (current < range.start || current >= range.end)) indexes.push(current)
  return (
    <div ref={scroller} className={css['scroller']}>
      <div
        role="tree"
        aria-label={messages.tree}
        style={{ height: rows.length * rowHeight }}
        className={css['tree']}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {indexes.map((index) => {
          const row = rows[index]
          if (!row) return null
          const { folder } = row
          return (
            <TreeRow
              key={folder.uri}
              ref={index === current ? activeRow : null}
              row={row}
              isSavedAbove={isSavedAbove}
              isOpen={open.has(folder.uri)}
              isActive={index === current}
              state={states.get(folder.uri) ?? false}
              rowHeight={rowHeight}
              onFocus={() => setActive(folder.uri)}
              onToggle={() => toggle(folder)}
              onSelect={() => select(folder)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Whose view a folder has; undefined while that is not known. */
function useViewOrigin(folder: TreeFolder, isSavedAbove: boolean) {
  const ancestors: TreeFolder[] = []
  for (let at = folder.parent; at && at.level > 0; at = at.parent) ancestors.push(at)
  const [own, ...above] = useQueries({
    queries: [folder, ...ancestors].map(({ uri }) => subfolders.ownView(uri)),
  })
  if (own?.data) return 'ownView'
  if (own?.data === undefined) return undefined
  if (isSavedAbove || above.some(({ data }) => data)) return 'inheritedView'
  return above.every(({ data }) => data === null) ? 'defaultView' : undefined
}

const isLeaf = ({ children }: TreeFolder): boolean => children?.length === 0

function TreeRow({
  ref,
  row: { folder, index, place, count },
  isSavedAbove,
  isOpen,
  isActive,
  state,
  rowHeight,
  onFocus,
  onToggle,
  onSelect,
}: {
  ref: Ref<HTMLDivElement>
  row: Row
  isSavedAbove: boolean
  isOpen: boolean
  isActive: boolean
  state: boolean | 'mixed'
  rowHeight: number
  onFocus: () => void
  onToggle: () => void
  onSelect: () => void
}) {
  const messages = useViewCopyMessages()
  const viewOrigin = useViewOrigin(folder, isSavedAbove)
  const isEmpty = isLeaf(folder)
  const isWaiting = isOpen && folder.reading === 'reading'
  return (
    // The tree handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      role="treeitem"
      tabIndex={isActive ? 0 : -1}
      aria-level={folder.level}
      aria-posinset={place}
      aria-setsize={count}
      aria-checked={state}
      aria-expanded={isEmpty ? undefined : isOpen}
      aria-busy={isWaiting || undefined}
      className={css['row']}
      style={{
        insetBlockStart: index * rowHeight,
        height: rowHeight,
        paddingInlineStart: 6 + (folder.level - 1) * 20,
      }}
      onFocus={onFocus}
      onClick={onSelect}
    >
      <span
        aria-hidden="true"
        className={css['expander']}
        data-open={isOpen || undefined}
        onClick={(event) => {
          if (isEmpty) return
          event.stopPropagation()
          onToggle()
        }}
      >
        {!isEmpty && <ChevronRight size={16} strokeWidth={1.75} />}
      </span>
      <span aria-hidden="true" inert className={css['box']}>
        <Checkbox name="" checked={state} tabIndex={-1} onChange={onSelect} />
      </span>
      <FileGlyph kind="folder" />
      <TruncatedName name={folder.name} />
      {isWaiting && <Spinner />}
      {isOpen && isEmpty && <small>{messages.noneBelow}</small>}
      {folder.reading === 'failed' && (
        <small className={css['readFailure']}>{messages.unread}</small>
      )}
      {viewOrigin && <small>{messages[viewOrigin]}</small>}
    </div>
  )
}
