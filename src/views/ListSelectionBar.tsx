import { type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { overList } from '#src/queries/over-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { useFocusToList } from '#src/ui/focus.ts'
import page from './page.module.css'

/** Bytes by slot. Rows lie in memory as they came, not as they are sorted: in that order they are gone through at once. */
function sizesOf(listing: Listing<FileRow>): Float64Array {
  const sizes = new Float64Array(listing.nextSlot)
  for (let slot = 0; slot < sizes.length; slot++) sizes[slot] = listing.at(slot)?.size ?? 0
  return sizes
}

/** How many items are selected and how large they are; it stands where the title stood. */
export function ListSelectionBar({
  listing,
  slots,
  filter,
  selection,
  picked,
  isFound = false,
  note,
  children,
}: {
  listing: Listing<FileRow>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
  /** The service has left out what does not match. */
  isFound?: boolean
  /** What they have in common, in words. */
  note?: string | undefined
  /** What can be done with them. */
  children?: ReactNode
}) {
  const { t, language } = useI18n()
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  const bytes = useMemo(() => {
    void version
    const sizes = overList(listing, 'sizes', '', () => sizesOf(listing))
    let sum = 0
    for (const slot of selection.among(slots, filter)) sum += sizes[slot] ?? 0
    return sum
  }, [listing, slots, filter, selection, version])
  const bar = useRef<HTMLElement>(null)
  useFocusToList(bar)
  return (
    <section ref={bar} className={page['selection']} aria-label={t.common.selected(picked)}>
      <span role="status">
        <b>{t.common.selected(picked)}</b>
        {/* Folders say no size of their own: nothing is better than 0 B. */}
        {bytes > 0 && ` · ${formatBytes(bytes, language)}`}
        {note && ` · ${note}`}
      </span>
      {picked < slots.length && (
        <Button
          kind="quiet"
          {...(page['all'] ? { className: page['all'] } : {})}
          onClick={() => selection.selectAll(slots, filter, listing.nextSlot)}
        >
          {listing.walk.at === 'complete'
            ? t.common.selectAllMatching(slots.length, isFound || slots.length < listing.size)
            : t.common.selectAll}
        </Button>
      )}
      <span className={page['gap']} />
      {children}
      <Button kind="quiet" onClick={() => selection.clear()}>
        {t.common.clear}
      </Button>
    </section>
  )
}
