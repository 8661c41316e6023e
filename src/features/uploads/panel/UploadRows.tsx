import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { Upload } from '#src/features/uploads/upload-rows.ts'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import { useRenderedRowRange } from '#src/ui/list/use-rendered-row-range.ts'
import { UploadRow } from './UploadRow.tsx'
import css from './UploadPanel.module.css'

/** In px; `UploadPanel.module.css` has the same. */
const rowHeight = 60

/** What needs the user comes first, then what is being sent. */
const order: Record<Upload['state'], number> = {
  failed: 0,
  unfinished: 0,
  sending: 1,
  stalled: 1,
  paused: 2,
  waiting: 3,
  done: 4,
}

/** The uploads that are scrolled into view. */
export function UploadRows({
  uploads,
  onDrawn,
}: {
  uploads: readonly Upload[]
  onDrawn: () => void
}) {
  const messages = useUploadsMessages()
  const scroller = useRef<HTMLUListElement>(null)
  const rows = useMemo(
    () => uploads.toSorted((a, b) => order[a.state] - order[b.state] || a.id - b.id),
    [uploads],
  )
  const { start, end } = useRenderedRowRange(scroller, rows.length, rowHeight)
  const reportDrawn = useEffectEvent(onDrawn)
  useLayoutEffect(() => reportDrawn(), [rows, start, end])
  return (
    // A scrollable list has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul ref={scroller} className={css['rows']} aria-label={messages.title} tabIndex={0}>
      <li aria-hidden="true" style={{ blockSize: start * rowHeight }} />
      {rows.slice(start, end).map((upload, at) => (
        <UploadRow key={upload.id} upload={upload} place={start + at + 1} total={rows.length} />
      ))}
      <li aria-hidden="true" style={{ blockSize: (rows.length - end) * rowHeight }} />
    </ul>
  )
}
