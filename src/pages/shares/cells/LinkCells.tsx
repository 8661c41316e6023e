import { use } from 'react'
import { kindOfLink } from '#src/features/links/link-kind.ts'
import { isDeadState, type LinkState, linkState } from '#src/features/links/state/link-state.ts'
import { LinkStateChip } from '#src/features/links/state/LinkStateChip.tsx'
import { RowCard } from '#src/features/list-page/RowCard.tsx'
import { ShownColumns } from '#src/features/list-page/shown-columns.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { AccessText } from '#src/pages/shares/access/AccessText.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { RowActions } from './RowActions.tsx'
import { CardFacts, CountDelta, ItemFolder, NewBadge } from './RowDetails.tsx'
import { useDownloadsText } from './use-downloads-text.ts'
import css from './LinkCells.module.css'

/**
 * Whether a row keeps room for the folder of its link: a live link has it from the start, so that its name does not
 * move.
 */
const roomFor = (state: LinkState) => (isDeadState(state) ? '' : css['room'])

export function LinkCells({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const now = useNow()
  const downloads = useDownloadsText()
  const columns = use(ShownColumns)
  const state = linkState(row, now)
  const name = (
    <>
      <TruncatedName name={row.name} />
      <NewBadge row={row} />
    </>
  )
  const cell = (column: string) => {
    switch (column) {
      case 'name':
        return (
          <>
            <FileGlyph kind={kindOfLink(row)} />
            {columns.includes('folder') ? (
              name
            ) : (
              <div className={css['lines']}>
                <div className={`${css['first']} ${roomFor(state)}`}>{name}</div>
                <ItemFolder row={row} />
              </div>
            )}
          </>
        )
      case 'state':
        return <LinkStateChip state={state} expires={row.expires} />
      case 'folder':
        return <ItemFolder row={row} />
      case 'visits':
      case 'downloads':
        return (
          <>
            <CountDelta row={row} of={column} />
            {column === 'visits' ? t.common.number(row.visited) : downloads(row)}
          </>
        )
      case 'expires':
        return <Timestamp at={row.expires} style="date" />
      case 'access':
        // The price is part of it unless it has a column of its own.
        return <AccessText row={row} isPriced={!columns.includes('price')} />
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
        {/* The button has room for its words where the column of downloads fits. */}
        <RowActions row={row} isNarrow={!columns.includes('downloads')} />
      </div>
    </>
  )
}

export function LinkCard({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const now = useNow()
  const downloads = useDownloadsText()
  const state = linkState(row, now)
  return (
    <RowCard
      icon={<FileGlyph kind={kindOfLink(row)} size={36} />}
      name={row.name}
      mark={<NewBadge row={row} />}
      detailsClassName={css['cardDetails']}
      more={<CardFacts row={row} />}
      details={
        <>
          <LinkStateChip state={state} expires={row.expires} />
          <span>
            <CountDelta row={row} of="visits" />
            {t.links.visits(row.visited)}
          </span>
          <span>
            <CountDelta row={row} of="downloads" />
            {downloads(row)} <span aria-hidden="true">↓</span>
            <span className="sr-only">{t.links.columns.downloads}</span>
          </span>
        </>
      }
    >
      <div className={css['cardActions']}>
        <RowActions row={row} isNarrow={false} isCard />
      </div>
    </RowCard>
  )
}
