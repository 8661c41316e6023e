import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import css from './NameClash.module.css'

/** One of two items of the same name. */
export type NameClashSide = {
  /** Which of the two, such as “Already there”. */
  readonly label: string
  /** What happened at `at`, such as “changed”. */
  readonly event: string
  /** ms since 1970. */
  readonly at: number
  /** Bytes; a folder has none. */
  readonly size: number
  readonly isFolder: boolean
}

/** Dates and sizes of two items of the same name, side by side. `present` is undefined while it is not known. */
export function NameClashFacts({
  coming,
  present,
}: {
  coming: NameClashSide
  present: NameClashSide | undefined
}) {
  const { t } = useI18n()
  return (
    <dl className={css['facts']}>
      <Side side={coming} />
      {present ? <Side side={present} /> : <Row label={t.nameClash.present}>…</Row>}
    </dl>
  )
}

function Side({ side: { label, event, at, size, isFolder } }: { side: NameClashSide }) {
  const { t, language } = useI18n()
  return (
    <Row label={label}>
      {event} <Timestamp at={at} />
      {' · '}
      {isFolder ? t.nameClash.folder : formatBytes(size, language)}
    </Row>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
