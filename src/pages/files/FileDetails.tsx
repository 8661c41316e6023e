import { Download } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { Button } from '#src/ui/Button.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { DetailsPanel, Fact, Facts } from '#src/views/DetailsPanel.tsx'
import { uriOf } from '#src/views/folder/uri-of.ts'
import { useCrumbs } from '#src/views/folder/use-crumbs.ts'
import type { Command } from './commands.ts'
import { FileMore } from './FileMore.tsx'

/** So long, in ms, a row has to be the one that is picked: keys that are held go through many. */
const rest = 100

/** Tells of another row that is picked alone, once it has been picked for a while. */
function useFollow({
  id,
  listing,
  slots,
  filter,
  selection,
  isAllowed,
  onFollow,
}: {
  /** Of the item that is looked at. */
  id: string | undefined
  listing: Listing<FileRow, Folder>
  slots: Uint32Array
  filter: string
  selection: Selection
  isAllowed: boolean
  onFollow: (id: string) => void
}): void {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  const [before] = useState(version)
  useEffect(() => {
    if (!isAllowed || version === before) return undefined
    const picked = selection.among(slots, filter)
    const [slot] = picked
    const other = slot !== undefined && picked.length === 1 ? listing.at(slot)?.id : undefined
    if (other === undefined || other === id) return undefined
    const timer = setTimeout(() => onFollow(other), rest)
    return () => clearTimeout(timer)
  })
}

/** What the list knows about one item. */
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
  /** Where it is listed: its folder, or one above, where it was searched for. */
  folder: string
  isPhone: boolean
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command, rows: readonly FileRow[]) => void
  /** Another item is picked, and looked at from now on. */
  onFollow: (id: string) => void
  onClose: () => void
  listing: Listing<FileRow, Folder>
  slots: Uint32Array
  filter: string
  selection: Selection
}) {
  const { t, language } = useI18n()
  // The sheet of a phone covers the rows.
  useFollow({ ...shown, id: row?.id, isAllowed: !isPhone, onFollow })
  const uri = row ? uriOf(row, folder) : null
  const crumbs = useCrumbs((uri && parentUri(uri)) ?? folder)
  if (!row) {
    return (
      <DetailsPanel name={t.common.details} kind="unknown" isPhone={isPhone} onClose={onClose}>
        <p>{t.files.gone}</p>
      </DetailsPanel>
    )
  }
  const kind = kindOfName(row.name, row.isFolder)
  const canDownload = uri !== null && offered([row]).includes('download')
  return (
    <DetailsPanel
      name={row.name}
      kind={kind}
      isPhone={isPhone}
      onClose={onClose}
      actions={
        canDownload && (
          <Button
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onRun('download', [{ ...row, uri }])}
          >
            {t.files.download}
          </Button>
        )
      }
    >
      <Facts>
        <Fact term={t.files.columns.kind}>{t.kinds[kind]}</Fact>
        {!row.isFolder && (
          <Fact term={t.files.columns.size}>{formatBytes(row.size, language)}</Fact>
        )}
        <Fact term={t.files.columns.modified}>
          <Timestamp at={row.updatedAt || null} style="exact" />
        </Fact>
        <Fact term={t.files.columns.created}>
          <Timestamp at={row.createdAt || null} style="exact" />
        </Fact>
        <Fact term={t.files.columns.location}>
          <span>
            {crumbs.map((crumb, index) => (
              <span key={crumb.uri}>
                {index > 0 && ' / '}
                <bdi>{crumb.name}</bdi>
              </span>
            ))}
          </span>
        </Fact>
        <Fact term={t.files.shared}>{row.isShared ? t.common.yes : t.common.no}</Fact>
      </Facts>
      {uri !== null && <FileMore row={row} uri={uri} />}
    </DetailsPanel>
  )
}
