import { File, Folder, Lock, LockOpen, type LucideIcon } from 'lucide-react'
import { type FilterChip, FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { DeadCauseFilter } from '#src/pages/shares/DeadCauseFilter.tsx'
import { useChangesSinceChips } from '#src/pages/shares/last-seen/use-changes-since-chips.tsx'
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
  note,
  onCleanUp,
}: FilterProps & {
  list: PagedList<LinkRow>
  rows: LinkRows
  /** What else is said of the rows, where the toolbar has no room for it. */
  note: string | undefined
  onCleanUp: (() => void) | undefined
}) {
  const { t } = useI18n()
  const { counts, isUncertain, inAnyState, lastSeen, hasPermissions } = rows
  const filters = { url, change }
  const isComplete = list.loadState.at === 'complete'
  const since = useChangesSinceChips({ ...filters, list, rowIndexes: inAnyState, lastSeen })
  return (
    <>
      <FilterChipRow
        label={t.links.filters.label}
        wraps
        chips={[
          ...stateChips({ ...filters, counts, isUncertain, isComplete }, t),
          { key: 'rule', chip: <span className={chips['rule']} /> },
          ...protectionAndKindChips(filters, t),
          ...exposureChips({ ...filters, hasPermissions }, t),
          ...since,
          { key: 'note', chip: note && <span className={chips['note']}>{note}</span> },
        ]}
      />
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

/** `isUncertain`: links into deleted folders may count as live; `isComplete`: no other links are still to come. */
function stateChips(
  {
    url,
    change,
    counts,
    isUncertain,
    isComplete,
  }: FilterProps & Pick<LinkRows, 'counts' | 'isUncertain'> & { isComplete: boolean },
  t: Messages,
): FilterChip[] {
  const messages = t.links.filters
  const toggle = (state: SharesUrl['state']) =>
    change({ state: url.state === state ? 'all' : state })
  const why = isUncertain ? messages.uncertain : undefined
  const unfiltered = linkFilterKey({ ...noFilters, search: url.search })
  // As many are counted as there are links only then.
  const isInAnyState = linkFilterKey({ ...url, state: 'all', since: 'any' }) === unfiltered
  const isUnfiltered = linkFilterKey(url) === unfiltered
  const isDead = isDeadFilter(url)
  return [
    {
      key: 'all',
      isOn: isUnfiltered,
      chip: (
        <ToggleChip
          isAll
          pressed={isUnfiltered}
          {...(isInAnyState && { count: counts.all })}
          onToggle={() => change({ ...noFilters, search: url.search })}
        >
          {messages.all}
        </ToggleChip>
      ),
    },
    ...(['live', 'expiring'] as const).map((state) => ({
      key: state,
      isOn: url.state === state,
      chip: (
        <ToggleChip
          pressed={url.state === state}
          count={counts[state]}
          bound={isUncertain && isComplete ? 'atMost' : undefined}
          tooltip={why}
          onToggle={() => toggle(state)}
        >
          {t.links.states[state]}
        </ToggleChip>
      ),
    })),
    {
      key: 'dead',
      isOn: isDead,
      chip: (
        <ToggleChip
          pressed={isDead}
          count={counts.dead}
          bound={isUncertain ? 'atLeast' : undefined}
          tooltip={why}
          onToggle={() => toggle(isDead ? 'all' : 'dead')}
        >
          {messages.dead}
        </ToggleChip>
      ),
    },
  ]
}

/** Chips of which one at most is on. */
const exclusiveChips = <Value extends string>(
  shown: readonly (readonly [Value, LucideIcon, string])[],
  active: Value | 'any',
  set: (value: Value | 'any') => void,
): FilterChip[] =>
  shown.map(([value, Icon, label]) => {
    const isOn = active === value
    return {
      key: value,
      isOn,
      chip: (
        <ToggleChip
          pressed={isOn}
          icon={<Icon aria-hidden="true" />}
          onToggle={() => set(isOn ? 'any' : value)}
        >
          {label}
        </ToggleChip>
      ),
    }
  })

function protectionAndKindChips({ url, change }: FilterProps, t: Messages): FilterChip[] {
  const messages = t.links.filters
  const protections = [
    ['password', Lock, messages.password],
    ['open', LockOpen, messages.withoutPassword],
  ] as const
  const kinds = [
    ['folder', Folder, messages.folders],
    ['file', File, messages.files],
  ] as const
  return [
    ...exclusiveChips(protections, url.protection, (protection) => change({ protection })),
    ...exclusiveChips(kinds, url.kind, (kind) => change({ kind })),
  ]
}

function exposureChips(
  { url, change, hasPermissions }: FilterProps & Pick<LinkRows, 'hasPermissions'>,
  t: Messages,
): FilterChip[] {
  const { exposure: active } = url
  // Nobody is named, and nobody may change anything, where there are no permissions of links.
  const shown = exposureFilters.filter(
    (one) =>
      hasPermissions || active.includes(one) || (one !== 'canChange' && one !== 'namedPeople'),
  )
  return shown.map((exposure) => {
    const isOn = active.includes(exposure)
    return {
      key: exposure,
      isOn,
      chip: (
        <ToggleChip
          pressed={isOn}
          onToggle={() =>
            change({
              exposure: isOn ? active.filter((one) => one !== exposure) : [...active, exposure],
            })
          }
        >
          {t.links.filters.exposures[exposure]}
        </ToggleChip>
      ),
    }
  })
}
