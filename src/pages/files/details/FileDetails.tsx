import { Download } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { DetailsThumbnail } from '#src/features/folder/DetailsThumbnail.tsx'
import { PathText } from '#src/features/folder/PathText.tsx'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { Selection } from '#src/lib/selection.ts'
import { formatExact } from '#src/lib/time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import type { Command } from '#src/pages/files/commands/commands.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import {
  DetailsPanel,
  DescriptionItem,
  DescriptionList,
  GoneItemPanel,
} from '#src/ui/DetailsPanel.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { ExtendedFileDetails } from './ExtendedFileDetails.tsx'
import { ShortcutFacts } from './ShortcutFacts.tsx'

/**
 * How long a row must be the only selected one before its details are shown, in ms: a held arrow key passes many rows.
 */
const followDelayMs = 100

/** Calls `onFollow` when another single row has been selected for a moment. */
function useFollowSelection({
  id,
  list,
  rowIndexes,
  filterKey,
  selection,
  isAllowed,
  onFollow,
}: {
  /** Id of the item whose details are open. */
  id: string | undefined
  list: PagedList<FileRow, Folder>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
  isAllowed: boolean
  onFollow: (id: string) => void
}): void {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  const [before] = useState(version)
  useEffect(() => {
    if (!isAllowed || version === before) return undefined
    const selected = selection.among(rowIndexes, filterKey)
    const [rowIndex] = selected
    const other =
      rowIndex !== undefined && selected.length === 1 ? list.at(rowIndex)?.id : undefined
    if (other === undefined || other === id) return undefined
    const timer = setTimeout(() => onFollow(other), followDelayMs)
    return () => clearTimeout(timer)
  })
}

/** The details of one item: those in the list first, then those that are requested. */
export function FileDetails({
  row,
  folder,
  isPhone,
  offered,
  onRun,
  onFollow,
  onClose,
  ...shown
}: {
  row: FileRow | undefined
  /** URI of the folder that is open; for search results, the folder that was searched. */
  folder: string
  isPhone: boolean
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command, rows: readonly FileRow[]) => void
  /** Another single item has been selected: show its details instead. */
  onFollow: (id: string) => void
  onClose: () => void
  list: PagedList<FileRow, Folder>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
}) {
  const { t, language, locale } = useI18n()
  // On phones the details cover the rows.
  useFollowSelection({ ...shown, id: row?.id, isAllowed: !isPhone, onFollow })
  const uri = row ? uriOfRow(row, folder) : null
  const crumbs = useCrumbs((uri && parentUri(uri)) ?? folder)
  if (!row) return <GoneItemPanel text={t.files.gone} isPhone={isPhone} onClose={onClose} />
  const kind = kindOfName(row.name, row.isFolder)
  const canDownload = uri !== null && !row.isUploading && offered([row]).includes('download')
  return (
    <DetailsPanel name={row.name} kind={kind} isPhone={isPhone} onClose={onClose}>
      {uri !== null && <DetailsThumbnail row={row} uri={uri} />}
      {canDownload && (
        <div>
          <Button
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onRun('download', [{ ...row, uri }])}
          >
            {t.files.download}
          </Button>
        </div>
      )}
      <DescriptionList>
        <DescriptionItem term={t.files.columns.kind}>{t.kinds[kind]}</DescriptionItem>
        {!row.isFolder && !row.shortcut && (
          <DescriptionItem term={t.files.columns.size}>
            {row.isUploading ? (
              <>
                {t.files.unfinishedSince(formatExact(row.createdAt, locale))}.{' '}
                {uri && parseUri(uri).host === 'my' && t.files.unfinishedHint}
              </>
            ) : (
              formatBytes(row.size, language)
            )}
          </DescriptionItem>
        )}
        <DescriptionItem term={t.files.columns.modified}>
          <Timestamp at={row.updatedAt || null} style="exact" />
        </DescriptionItem>
        <DescriptionItem term={t.files.columns.created}>
          <Timestamp at={row.createdAt || null} style="exact" />
        </DescriptionItem>
        <DescriptionItem term={t.files.columns.location}>
          <PathText names={crumbs.map(({ name }) => name)} />
        </DescriptionItem>
        {row.shortcut ? (
          <ShortcutFacts row={row} shortcut={row.shortcut} />
        ) : (
          <DescriptionItem term={t.files.shared}>
            {row.isShared ? t.common.yes : t.common.no}
          </DescriptionItem>
        )}
      </DescriptionList>
      {uri !== null && !row.shortcut && <ExtendedFileDetails row={row} uri={uri} />}
    </DetailsPanel>
  )
}
