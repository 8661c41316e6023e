import { Undo2 } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { FileRow } from '#src/queries/files.ts'
import { Button } from '#src/ui/Button.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { DetailsPanel, Fact, Facts } from '#src/views/DetailsPanel.tsx'
import { Origin } from './TrashCells.tsx'
import type { Command } from './use-trash-commands.ts'

/** What the list knows about one deleted item. */
export function TrashDetails({
  row,
  isPhone,
  onClose,
  onRun,
}: {
  row: FileRow | undefined
  isPhone: boolean
  onClose: () => void
  onRun: (command: Command) => void
}) {
  const { t, language } = useI18n()
  if (!row) {
    return (
      <DetailsPanel name={t.common.details} kind="unknown" isPhone={isPhone} onClose={onClose}>
        <p>{t.trash.gone}</p>
      </DetailsPanel>
    )
  }
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
            kind="primary"
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => onRun('restore')}
          >
            {t.trash.restore}
          </Button>
          <Button onClick={() => onRun('restoreTo')}>{t.trash.restoreTo}</Button>
        </>
      }
    >
      <Facts>
        <Fact term={t.files.columns.kind}>{t.kinds[kind]}</Fact>
        <Fact term={t.trash.columns.origin}>
          <Origin row={row} />
        </Fact>
        <Fact term={t.trash.columns.deleted}>
          <Timestamp at={row.updatedAt || null} style="exact" />
        </Fact>
        {row.collectedAt !== null && (
          <Fact term={t.trash.collected}>
            <Timestamp at={row.collectedAt} style="exact" />
          </Fact>
        )}
        {!(row.isFolder && row.size === 0) && (
          <Fact term={t.trash.columns.size}>{formatBytes(row.size, language)}</Fact>
        )}
      </Facts>
    </DetailsPanel>
  )
}
