import { Undo2 } from 'lucide-react'
import { DetailsThumbnail } from '#src/features/folder/DetailsThumbnail.tsx'
import { LockedBy } from '#src/features/locks/LockedBy.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { formatDateTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import {
  DetailsPanel,
  DescriptionItem,
  DescriptionList,
  GoneItemPanel,
} from '#src/ui/details/DetailsPanel.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import type { TrashCommand } from './commands/use-trash-commands.ts'
import { OriginalPath } from './TrashCells.tsx'

/** The details of one deleted item. */
export function TrashDetails({
  row,
  isPhone,
  isPrimary,
  isPlanning,
  onClose,
  onRun,
}: {
  row: FileRow | undefined
  isPhone: boolean
  /** Whether its first button is the primary one of the page. */
  isPrimary: boolean
  /** Whether a restore is being planned. */
  isPlanning: boolean
  onClose: () => void
  onRun: (command: TrashCommand) => void
}) {
  const { t, language, locale } = useI18n()
  if (!row) return <GoneItemPanel text={t.trash.gone} isPhone={isPhone} onClose={onClose} />
  const kind = kindOfName(row.name, row.isFolder)
  return (
    <DetailsPanel
      name={row.name}
      kind={kind}
      isPhone={isPhone}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={isPrimary ? 'primary' : 'default'}
            icon={<Undo2 aria-hidden="true" />}
            busy={isPlanning}
            onClick={() => onRun('restore')}
          >
            {t.trash.restore}
          </Button>
          <Button aria-disabled={isPlanning} onClick={() => onRun('restoreTo')}>
            {t.trash.restoreTo}
          </Button>
        </>
      }
    >
      <DetailsThumbnail row={row} uri={row.uri} />
      <DescriptionList>
        <DescriptionItem term={t.files.columns.kind}>{t.kinds[kind]}</DescriptionItem>
        <DescriptionItem term={t.trash.columns.origin}>
          <OriginalPath row={row} />
        </DescriptionItem>
        <DescriptionItem term={t.trash.columns.deleted}>
          <Timestamp at={row.updatedAt || null} style="exact" />
        </DescriptionItem>
        {row.collectedAt !== null && (
          <DescriptionItem term={t.trash.collected}>
            <Timestamp at={row.collectedAt} style="exact" />
          </DescriptionItem>
        )}
        <LockedBy item={row} />
        {!(row.isFolder && row.size === 0) && (
          <DescriptionItem term={t.trash.columns.size}>
            {row.isUploading
              ? t.files.unfinishedSince(formatDateTime(row.createdAt, locale))
              : formatBytes(row.size, language)}
          </DescriptionItem>
        )}
      </DescriptionList>
    </DetailsPanel>
  )
}
