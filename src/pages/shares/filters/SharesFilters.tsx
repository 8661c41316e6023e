import { File, Folder, Lock, LockOpen } from 'lucide-react'
import { FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { DeadCauseFilter } from '#src/pages/shares/DeadCauseFilter.tsx'
import { KnownFolderCountNote } from '#src/pages/shares/folders/KnownFolderCountNote.tsx'
import { ChangesSinceChips } from '#src/pages/shares/last-seen/ChangesSinceChips.tsx'
import { exposureFilters, noFilters, type SharesUrl } from '#src/pages/shares/url.ts'
import type { LinkRows } from '#src/pages/shares/use-link-rows.ts'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import { linkFilterKey } from './link-filter.ts'
import chips from '#src/features/list-page/FilterChips.module.css'

type FilterProps = {
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
}

/** Filters by state, protection, kind and what is new; "Dead links" expands into its causes. */
export function SharesFilters({
  list,
  rows,
  url,
  change,
  onCleanUp,
}: FilterProps & {
  list: PagedList<LinkRow>
  rows: LinkRows
  onCleanUp: (() => void) | undefined
}) {
  const { t } = useI18n()
  const { counts, isUncertain, inAnyState, lastSeen, paths, hasPermissions } = rows
  const filters = { url, change }
  return (
    <>
      <FilterChipRow label={t.links.filters.label} wraps>
        <StateChips {...filters} counts={counts} isUncertain={isUncertain} />
        <span className={chips['rule']} />
        <ProtectionAndKindChips {...filters} />
        <ExposureChips {...filters} hasPermissions={hasPermissions} />
        {lastSeen && (
          <ChangesSinceChips {...filters} list={list} rowIndexes={inAnyState} lastSeen={lastSeen} />
        )}
        {url.search && <KnownFolderCountNote list={list} paths={paths} />}
      </FilterChipRow>
      {isDeadFilter(url) && (
        <DeadCauseFilter
          {...filters}
          counts={counts}
          list={list}
          rowIndexes={inAnyState}
          onCleanUp={onCleanUp}
        />
      )}
    </>
  )
}

/** Whether links are filtered by being dead, or by a cause of it. */
export const isDeadFilter = ({ state }: SharesUrl) => !['all', 'live', 'expiring'].includes(state)

/** `isUncertain`: links into deleted folders may count as live. */
function StateChips({
  url,
  change,
  counts,
  isUncertain,
}: FilterProps & Pick<LinkRows, 'counts' | 'isUncertain'>) {
  const { t } = useI18n()
  const messages = t.links.filters
  const toggle = (state: SharesUrl['state']) =>
    change({ state: url.state === state ? 'all' : state })
  const why = isUncertain ? messages.uncertain : undefined
  const unfiltered = linkFilterKey({ ...noFilters, search: url.search })
  // As many are counted as there are links only then.
  const isInAnyState = linkFilterKey({ ...url, state: 'all', since: 'any' }) === unfiltered
  const isDead = isDeadFilter(url)
  return (
    <>
      <ToggleChip
        isAll
        pressed={linkFilterKey(url) === unfiltered}
        {...(isInAnyState && { count: counts.all })}
        onToggle={() => change({ ...noFilters, search: url.search })}
      >
        {messages.all}
      </ToggleChip>
      {(['live', 'expiring'] as const).map((state) => (
        <ToggleChip
          key={state}
          pressed={url.state === state}
          count={counts[state]}
          tooltip={why}
          onToggle={() => toggle(state)}
        >
          {t.links.states[state]}
        </ToggleChip>
      ))}
      <ToggleChip
        pressed={isDead}
        count={counts.dead}
        isAtLeast={isUncertain}
        tooltip={why}
        onToggle={() => toggle(isDead ? 'all' : 'dead')}
      >
        {messages.dead}
      </ToggleChip>
    </>
  )
}

function ProtectionAndKindChips({ url, change }: FilterProps) {
  const { t } = useI18n()
  const messages = t.links.filters
  const toggleProtection = (protection: SharesUrl['protection']) =>
    change({ protection: url.protection === protection ? 'any' : protection })
  const toggleKind = (kind: SharesUrl['kind']) => change({ kind: url.kind === kind ? 'any' : kind })
  return (
    <>
      <ToggleChip
        pressed={url.protection === 'password'}
        icon={<Lock aria-hidden="true" />}
        onToggle={() => toggleProtection('password')}
      >
        {messages.password}
      </ToggleChip>
      <ToggleChip
        pressed={url.protection === 'open'}
        icon={<LockOpen aria-hidden="true" />}
        onToggle={() => toggleProtection('open')}
      >
        {messages.withoutPassword}
      </ToggleChip>
      <ToggleChip
        pressed={url.kind === 'folder'}
        icon={<Folder aria-hidden="true" />}
        onToggle={() => toggleKind('folder')}
      >
        {messages.folders}
      </ToggleChip>
      <ToggleChip
        pressed={url.kind === 'file'}
        icon={<File aria-hidden="true" />}
        onToggle={() => toggleKind('file')}
      >
        {messages.files}
      </ToggleChip>
    </>
  )
}

function ExposureChips({
  url,
  change,
  hasPermissions,
}: FilterProps & Pick<LinkRows, 'hasPermissions'>) {
  const { t } = useI18n()
  const { exposure: active } = url
  // Nobody is named, and nobody may change anything, where there are no permissions of links.
  const shown = exposureFilters.filter(
    (one) =>
      hasPermissions || active.includes(one) || (one !== 'canChange' && one !== 'namedPeople'),
  )
  return shown.map((exposure) => {
    const isActive = active.includes(exposure)
    return (
      <ToggleChip
        key={exposure}
        pressed={isActive}
        onToggle={() =>
          change({
            exposure: isActive ? active.filter((one) => one !== exposure) : [...active, exposure],
          })
        }
      >
        {t.links.filters.exposures[exposure]}
      </ToggleChip>
    )
  })
}
