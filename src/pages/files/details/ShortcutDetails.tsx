import { useQuery } from '@tanstack/react-query'
import { shortcuts } from '#src/features/links/visit/shortcuts.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { DescriptionItem } from '#src/ui/details/DetailsPanel.tsx'

/** Who shares what a shortcut leads to, and whether its link still works. */
export function ShortcutDetails({
  row,
  shortcut,
}: {
  row: FileRow
  shortcut: NonNullable<FileRow['shortcut']>
}) {
  const { t } = useI18n()
  const owner = useQuery({
    ...users.info(shortcut.owner),
    enabled: shortcut.owner !== '',
    meta: { isInline: true },
  })
  const { data: target } = useQuery(shortcuts.target(row))
  const name = owner.data?.nickname || owner.data?.email
  return (
    <>
      {name && (
        <DescriptionItem term={t.sharedWithMe.sharedBy}>
          <bdi>{escapeControlChars(name)}</bdi>
        </DescriptionItem>
      )}
      {target && (
        <DescriptionItem term={t.sharedWithMe.link}>{t.sharedWithMe[target.state]}</DescriptionItem>
      )}
    </>
  )
}
