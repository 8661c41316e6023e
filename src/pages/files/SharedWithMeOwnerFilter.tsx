import { useQuery } from '@tanstack/react-query'
import { FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import { ShortcutTargetLoader } from './ShortcutTargetLoader.tsx'
import type { FilesUrl } from './url.ts'

/** Above what others share: the people, to see what one of them shares. */
export function SharedWithMeOwnerFilter({
  list,
  owner,
  change,
}: {
  list: PagedList<FileRow, FolderListHead>
  /** The person whose items are shown. */
  owner: string | null
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
}) {
  const { t } = useI18n()
  const counts = new Map<string, number>()
  for (const rowIndex of list.order) {
    const id = list.at(rowIndex)?.shortcut?.owner
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const { data: names } = useQuery(users.names([...counts.keys()]))
  const choose = (id: string | null) => change({ owner: id, open: null, focus: null }, true)
  return (
    <>
      <ShortcutTargetLoader list={list} />
      {(counts.size > 1 || owner !== null) && (
        <FilterChipRow
          label={t.sharedWithMe.people}
          chips={[
            {
              key: 'all',
              isOn: owner === null,
              chip: (
                <ToggleChip pressed={owner === null} onToggle={() => choose(null)}>
                  {t.links.filters.all}
                </ToggleChip>
              ),
            },
            ...[...counts].map(([id, count]) => ({
              key: `of ${id}`,
              isOn: owner === id,
              chip: (
                <ToggleChip
                  pressed={owner === id}
                  count={count}
                  onToggle={() => choose(owner === id ? null : id)}
                >
                  {displayName(names?.byId.get(id) ?? id)}
                </ToggleChip>
              ),
            })),
          ]}
        />
      )}
    </>
  )
}
