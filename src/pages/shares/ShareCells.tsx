import { createContext, use } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { SourceType } from '#src/contract/share.ts'
import type { ShareRow } from '#src/queries/share-list.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { shareState } from '#src/lib/share-state.ts'
import { ShareStateChip } from '#src/views/ShareStateChip.tsx'
import { accessWords } from './access.ts'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import css from './ShareCells.module.css'

/** Which columns there is room for, in order; the copy button always follows. */
export const ShownColumns = createContext<readonly string[]>([])

export const kindOfShare = (row: ShareRow) =>
  row.sourceType === SourceType.folder || row.sourceType === SourceType.file
    ? kindOfName(row.name, row.sourceType === SourceType.folder)
    : 'unknown'

/** "7 of 20", or "7" without a limit. */
export function useDownloadsWords(): (row: ShareRow) => string {
  const { t } = useI18n()
  return ({ downloaded, remaining }) =>
    remaining === null
      ? t.common.number(downloaded)
      : t.shares.downloadsOf(downloaded, downloaded + Math.max(remaining, 0))
}

export function ShareCells({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const now = useNow()
  const downloads = useDownloadsWords()
  const columns = use(ShownColumns)
  // A price has its own column only where there is room for one.
  const access = accessWords(row, t)
  const accessCell =
    row.price === null || columns.includes('price')
      ? access
      : t.shares.access.atPrice(access, t.common.number(row.price))
  const cell = (column: string) => {
    switch (column) {
      case 'name':
        return (
          <>
            <FileGlyph kind={kindOfShare(row)} />
            <TruncatedName name={row.name} />
          </>
        )
      case 'state':
        return <ShareStateChip state={shareState(row, now)} expires={row.expires} />
      case 'visits':
        return t.common.number(row.visited)
      case 'downloads':
        return downloads(row)
      case 'expires':
        return <Timestamp at={row.expires} style="date" />
      case 'access':
        return accessCell
      case 'price':
        return row.price === null ? '' : t.common.number(row.price)
      default:
        return <Timestamp at={row.createdAt} style="date" />
    }
  }
  return (
    <>
      {columns.map((column) => (
        <div key={column} role="gridcell" className={css[column]}>
          {cell(column)}
        </div>
      ))}
      <div role="gridcell" className={css['copy']}>
        {/* The button has room for its words where the downloads have. */}
        <CopyLinkButton row={row} isIconOnly={!columns.includes('downloads')} />
      </div>
    </>
  )
}

/** The same facts in two lines, for narrow screens. */
export function ShareCard({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const now = useNow()
  const downloads = useDownloadsWords()
  return (
    <div role="gridcell" className={css['card']}>
      <FileGlyph kind={kindOfShare(row)} size={36} />
      <div className={css['cardText']}>
        <div className={css['cardName']}>
          <TruncatedName name={row.name} />
        </div>
        <div className={css['cardFacts']}>
          <ShareStateChip state={shareState(row, now)} expires={row.expires} />
          <span>{t.shares.visits(row.visited)}</span>
          <span>
            {downloads(row)} <span aria-hidden="true">↓</span>
            <span className="sr-only">{t.shares.columns.downloads}</span>
          </span>
        </div>
      </div>
      <CopyLinkButton row={row} isIconOnly />
    </div>
  )
}
