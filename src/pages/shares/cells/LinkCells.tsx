import { use } from 'react'
import { AccessText, OpenToChangeSign } from '#src/features/links/access/AccessText.tsx'
import { fileKindOfLink } from '#src/features/links/link-kind.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import { LinkStateChip } from '#src/features/links/state/LinkStateChip.tsx'
import { LinkStateLine, useLinkStateFacts } from '#src/features/links/state/LinkStateLine.tsx'
import { ShownColumnsContext } from '#src/features/list-page/ListTable.tsx'
import { NarrowRowCell } from '#src/features/list-page/NarrowRowCell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { hasCopyWords, ShownLinkSummaryFieldsContext } from '#src/pages/shares/columns.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { CopyAndReviveButtons } from './CopyAndReviveButtons.tsx'
import {
  CountDelta,
  ItemFolder,
  LinkFact,
  LinkSummaryLine,
  NewOrNewlyDeadBadge,
} from './RowDetails.tsx'
import css from './LinkCells.module.css'

export function LinkCells({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const columns = use(ShownColumnsContext)
  const isOneLine = !use(ShownLinkSummaryFieldsContext).includes('folder')
  const hasWords = hasCopyWords(columns, isOneLine)
  const cell = (column: string) => {
    switch (column) {
      case 'name':
        return <NameCell row={row} />
      case 'state':
        return <LinkStateLine row={row} />
      case 'folder':
        return <ItemFolder row={row} />
      case 'visits':
      case 'downloads':
        return (
          <>
            <CountDelta row={row} of={column} />
            {t.common.number(column === 'visits' ? row.visited : row.downloaded)}
          </>
        )
      case 'access':
        return <AccessText row={row} />
      default:
        return <Timestamp at={row.createdAt} style="date" />
    }
  }
  return (
    <>
      {columns.map((column) => (
        <div
          key={column}
          role="gridcell"
          className={css[column]}
          // Beside nothing but the state, the facts below the name go on below that.
          data-spanning={(columns.length === 2 && !isOneLine) || undefined}
        >
          {cell(column)}
        </div>
      ))}
      <div role="gridcell" className={css[hasWords ? 'copy' : 'copyIcon']}>
        <CopyAndReviveButtons row={row} isNarrow={!hasWords} />
      </div>
    </>
  )
}

function NameCell({ row }: { row: LinkRow }) {
  const facts = use(ShownLinkSummaryFieldsContext)
  // Only rows of one line have no room for the folder.
  const isOneLine = !facts.includes('folder')
  const hasAccess = use(ShownColumnsContext).includes('access') || facts.includes('access')
  return (
    <>
      <FileGlyph kind={fileKindOfLink(row)} />
      <div className={css['lines']} data-one-line={isOneLine || undefined}>
        <div className={css['first']}>
          <TruncatedName name={row.name} />
          <NewOrNewlyDeadBadge row={row} />
        </div>
        {facts.length > 0 && <LinkSummaryLine row={row} facts={facts} />}
      </div>
      {isOneLine && !hasAccess && <OpenToChangeSign row={row} />}
    </>
  )
}

export function NarrowLinkCells({ row }: { row: LinkRow }) {
  const [sorted, ...facts] = use(ShownLinkSummaryFieldsContext)
  return (
    <NarrowRowCell
      icon={<FileGlyph kind={fileKindOfLink(row)} size={36} />}
      name={row.name}
      mark={<NewOrNewlyDeadBadge row={row} />}
      detailsClassName={css['cardDetails']}
      details={
        <>
          <span className={css['stateAndAccess']}>
            <LinkStateChip state={linkState(row, useNow())} expires={row.expires} />
            <LinkFact row={row} fact="access" />
            {sorted && <LinkFact row={row} fact={sorted} />}
          </span>
          <LinkSummaryLine row={row} facts={facts} stateFacts={useLinkStateFacts(row)} />
        </>
      }
    >
      <CopyAndReviveButtons row={row} isNarrow isCard />
    </NarrowRowCell>
  )
}
