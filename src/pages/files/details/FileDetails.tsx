import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { DetailsThumbnail } from '#src/features/folder/DetailsThumbnail.tsx'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { LockedBy } from '#src/features/locks/LockedBy.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { formatDateTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { type FileCommand, commandsForRows } from '#src/pages/files/commands/commands.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import {
  DetailsPanel,
  DescriptionItem,
  DescriptionList,
  GoneItemPanel,
} from '#src/ui/details/DetailsPanel.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { ExtendedFileDetails } from './ExtendedFileDetails.tsx'
import { ShortcutDetails } from './ShortcutDetails.tsx'

/**
 * How long a row must be the only selected one before its details are shown, in ms: a held arrow key passes many rows.
 */
const followDelayMs = 100
const noSlots = new Uint32Array(0)

/** Calls `onFollow` when another single row has been selected for a moment. */
function useFollowSelection(
  { list, rows, selection, isPhone }: OpenFolder,
  /** The id of the item whose details are open. */
  id: string | undefined,
  onFollow: (id: string) => void,
): void {
  const { rowIndexes, filterKey } = rows
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  const [before] = useState(version)
  const follow = useEffectEvent(onFollow)
  // On phones the details cover the rows.
  const selected = isPhone || version === before ? noSlots : selection.among(rowIndexes, filterKey)
  const [rowIndex] = selected
  const other = rowIndex !== undefined && selected.length === 1 ? list.at(rowIndex)?.id : undefined
  useEffect(() => {
    if (other === undefined || other === id) return undefined
    const timer = setTimeout(() => follow(other), followDelayMs)
    return () => clearTimeout(timer)
  }, [other, id])
}

/** The size of what is in a folder, counted again whenever files change. */
function FolderSize({ uri }: { uri: string }) {
  const { t, language } = useI18n()
  const { data, isPending, isError, isFetching, refetch } = useQuery(files.folderSize(uri))
  // Where nothing was counted before, the query forgets the error as soon as it is tried again.
  const [isRetrying, setIsRetrying] = useState(false)
  const shown = useRef<HTMLSpanElement>(null)
  const retry = async (button: HTMLElement) => {
    setIsRetrying(true)
    const { isSuccess } = await refetch()
    // The button, which then goes, had the focus.
    if (isSuccess && button === document.activeElement) shown.current?.focus()
    setIsRetrying(false)
  }
  // What was counted before may not be so any more.
  const size = data && !isError ? formatBytes(data.size, language) : '—'
  return (
    <DescriptionItem term={t.files.columns.size}>
      <span ref={shown} tabIndex={-1}>
        {isPending
          ? t.common.loading
          : data?.completed === false && !isError
            ? t.common.atLeast(size)
            : size}
      </span>
      {(isError || isRetrying) && (
        <Button
          small
          variant="quiet"
          aria-label={t.common.labelled(t.common.retry, t.files.columns.size)}
          busy={isFetching}
          onClick={({ currentTarget }) => void retry(currentTarget)}
        >
          {t.common.retry}
        </Button>
      )}
    </DescriptionItem>
  )
}

/** The details of one item: those in the list first, then those that are requested. */
export function FileDetails({
  folder,
  row,
  onRun,
  onFollow,
  onClose,
}: {
  /** For search results, the folder that was searched. */
  folder: OpenFolder
  row: FileRow | undefined
  onRun: (command: FileCommand, rows: readonly FileRow[]) => void
  /** Called when another single item has been selected, to show its details instead. */
  onFollow: (id: string) => void
  onClose: () => void
}) {
  const { isPhone } = folder
  const { t, language, locale } = useI18n()
  useFollowSelection(folder, row?.id, onFollow)
  const uri = row ? uriOfRow(row, folder.uri) : null
  const crumbs = useCrumbs((uri && parentUri(uri)) ?? folder.uri)
  if (!row) return <GoneItemPanel text={t.files.gone} isPhone={isPhone} onClose={onClose} />
  const kind = kindOfName(row.name, row.isFolder)
  const canDownload =
    uri !== null && !row.isUploading && commandsForRows(folder, [row]).includes('download')
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
            {row.isUploading
              ? t.files[uri && parseUri(uri).host === 'my' ? 'unfinishedHere' : 'unfinishedSince'](
                  formatDateTime(row.createdAt, locale),
                )
              : formatBytes(row.size, language)}
          </DescriptionItem>
        )}
        {row.isFolder && !row.shortcut && uri !== null && <FolderSize key={uri} uri={uri} />}
        <LockedBy item={row} />
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
          <ShortcutDetails row={row} shortcut={row.shortcut} />
        ) : (
          <DescriptionItem term={t.files.shared}>
            {row.isShared ? t.common.yes : t.common.no}
          </DescriptionItem>
        )}
      </DescriptionList>
      {uri !== null && !row.shortcut && (
        <ExtendedFileDetails row={row} uri={uri} onNewer={(newer) => folder.list.put([newer])} />
      )}
    </DetailsPanel>
  )
}
