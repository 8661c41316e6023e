import { useQuery } from '@tanstack/react-query'
import { DescriptionItem } from '#src/components/DetailsPanel.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/names/display.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { users } from '#src/queries/session/users.ts'
import { shortcuts } from '#src/queries/shares/shortcuts.ts'

/** Who shares what a shortcut leads to, and whether its link still works. */
export function ShortcutFacts({
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
  const { data: state } = useQuery(shortcuts.linkState(row))
  const name = owner.data?.nickname || owner.data?.email
  return (
    <>
      {name && (
        <DescriptionItem term={t.sharedWithMe.sharedBy}>
          <bdi>{visibleText(name)}</bdi>
        </DescriptionItem>
      )}
      {state && (
        <DescriptionItem term={t.sharedWithMe.link}>{t.sharedWithMe[state]}</DescriptionItem>
      )}
    </>
  )
}
