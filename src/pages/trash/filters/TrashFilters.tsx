import { Layers } from 'lucide-react'
import { isRootUriAsText } from '#src/contract/uri.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatRelative, nowAllowingClockSkew } from '#src/lib/time.ts'
import { filterKinds, noTrashFilters, type TrashUrl } from '#src/pages/trash/url.ts'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import { MenuChip } from '#src/ui/menu/MenuChip.tsx'
import type { FilterOptions, MultiItemDeletionRange } from './filter-options.ts'
import chips from '#src/features/list-page/FilterChips.module.css'
import css from './TrashFilters.module.css'

/** Filters: deleted soon, deleted together, kind, original folder. */
export function TrashFilters({
  url,
  filterOptions,
  count,
  now,
  isFiltered,
  isSelecting,
  onChange,
  onTogether,
}: {
  url: TrashUrl
  filterOptions: FilterOptions
  count: number
  now: number
  isFiltered: boolean
  /** Whether some rows are selected. */
  isSelecting: boolean
  onChange: (part: Partial<TrashUrl>) => void
  onTogether: (group: MultiItemDeletionRange | null) => void
}) {
  const { t, locale } = useI18n()
  const { soon, groups } = filterOptions
  const { together } = url
  const isShown = ({ from, to }: MultiItemDeletionRange) =>
    together !== null && from >= together.from && to <= together.to
  const chosen = groups.find(isShown)
  const offered = chosen ?? groups[0]
  const others = groups.filter((group) => group !== offered)
  const when = ({ to }: { to: number }) => formatRelative(to, nowAllowingClockSkew(to, now), locale)
  const menus = { url, filterOptions, onChange }
  return (
    <>
      <FilterChipRow
        label={t.trash.filters}
        chips={[
          {
            key: 'all',
            isOn: !isFiltered,
            chip: (
              <ToggleChip
                isAll
                pressed={!isFiltered}
                count={count}
                onToggle={() => onChange(noTrashFilters)}
              >
                {t.common.all}
              </ToggleChip>
            ),
          },
          {
            key: 'soon',
            isOn: url.isSoon,
            chip: (soon > 0 || url.isSoon) && (
              <ToggleChip
                pressed={url.isSoon}
                count={soon}
                onToggle={() => onChange({ isSoon: !url.isSoon })}
              >
                {t.trash.expiringSoon}
              </ToggleChip>
            ),
          },
          {
            key: 'together',
            isOn: together !== null,
            chip: (offered || together) && (
              <span data-tooltip={t.trash.togetherHint} className={css['together']}>
                <ToggleChip
                  pressed={together !== null}
                  icon={<Layers aria-hidden="true" />}
                  {...(offered && (chosen || !together) ? { count: offered.count } : {})}
                  onToggle={() => onTogether(together ? null : (offered ?? null))}
                >
                  {t.trash.deletedTogetherWhen(when(chosen ?? together ?? offered ?? { to: now }))}
                </ToggleChip>
              </span>
            ),
          },
          {
            key: 'others',
            chip: others.length > 0 && (
              <MenuChip
                name={t.trash.togetherMore}
                isOn={false}
                entries={() =>
                  others.map((group) => ({
                    key: String(group.from),
                    label: when(group),
                    note: t.common.number(group.count),
                    onSelect: () => onTogether(group),
                  }))
                }
              >
                {t.trash.togetherMore}
              </MenuChip>
            ),
          },
          { key: 'rule', chip: <span className={chips['rule']} /> },
          { key: 'kind', isOn: url.kind !== null, chip: <KindFilter {...menus} /> },
          { key: 'origin', isOn: url.origin !== null, chip: <OriginFilter {...menus} /> },
        ]}
      />
      {together && isSelecting && (
        <p className={css['hint']}>
          {[t.trash.togetherHint, t.trash.untickOthers].join(t.common.betweenSentences)}
        </p>
      )}
    </>
  )
}

type MenuFilterProps = {
  url: TrashUrl
  filterOptions: FilterOptions
  onChange: (part: Partial<TrashUrl>) => void
}

function KindFilter({ url, filterOptions, onChange }: MenuFilterProps) {
  const { t } = useI18n()
  const present = filterKinds.filter((kind) => (filterOptions.kinds.get(kind) ?? 0) > 0)
  if (present.length <= 1 && !url.kind) return null
  return (
    <MenuChip
      name={t.trash.kind}
      isOn={url.kind !== null}
      entries={[
        {
          key: 'any',
          label: t.trash.anyKind,
          checked: url.kind === null,
          onSelect: () => onChange({ kind: null }),
        },
        ...present.map((kind) => ({
          key: kind,
          label: t.kinds[kind],
          checked: url.kind === kind,
          note: t.common.number(filterOptions.kinds.get(kind) ?? 0),
          onSelect: () => onChange({ kind }),
        })),
      ]}
    >
      {url.kind ? t.kinds[url.kind] : t.trash.kind}
    </MenuChip>
  )
}

function OriginFilter({ url, filterOptions: { origins }, onChange }: MenuFilterProps) {
  const { t } = useI18n()
  const nameOf = (folder: string) =>
    isRootUriAsText(folder)
      ? t.trash.noFolder(folderPathText(folder, t))
      : folderPathText(folder, t)
  if (origins.length <= 1 && !url.origin) return null
  return (
    <MenuChip
      name={t.trash.from}
      isOn={url.origin !== null}
      entries={() => [
        {
          key: 'any',
          label: t.trash.anywhere,
          checked: url.origin === null,
          onSelect: () => onChange({ origin: null }),
        },
        ...origins.map(({ folder, count }) => ({
          key: folder,
          label: nameOf(folder),
          checked: url.origin === folder,
          note: t.common.number(count),
          onSelect: () => onChange({ origin: folder }),
        })),
      ]}
    >
      {url.origin ? t.trash.fromFolder(nameOf(url.origin)) : t.trash.from}
    </MenuChip>
  )
}
