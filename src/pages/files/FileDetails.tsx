import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { FileRow } from '#src/queries/files.ts'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { DetailsPanel, Fact, Facts } from '#src/views/DetailsPanel.tsx'
import { type Crumb, uriOf } from '#src/views/folder/path.ts'
import { FileMore } from './FileMore.tsx'

/** What the list knows about one item. */
export function FileDetails({
  row,
  crumbs,
  isPhone,
  onClose,
}: {
  row: FileRow | undefined
  /** The way to its folder. */
  crumbs: readonly Crumb[]
  isPhone: boolean
  onClose: () => void
}) {
  const { t, language } = useI18n()
  if (!row) {
    return (
      <DetailsPanel name={t.common.details} kind="unknown" isPhone={isPhone} onClose={onClose}>
        <p>{t.files.gone}</p>
      </DetailsPanel>
    )
  }
  const kind = kindOfName(row.name, row.isFolder)
  const uri = uriOf(row, crumbs.at(-1)?.uri ?? '')
  return (
    <DetailsPanel name={row.name} kind={kind} isPhone={isPhone} onClose={onClose}>
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
