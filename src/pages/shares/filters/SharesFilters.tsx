import { File, Folder, Lock, LockOpen } from 'lucide-react'
import { FilterChips } from '#src/features/list-page/FilterChips.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { DeadCauseFilter } from '#src/pages/shares/DeadCauseFilter.tsx'
import { KnownFoldersNote } from '#src/pages/shares/folders/KnownFoldersNote.tsx'
import { ChangesSinceChips } from '#src/pages/shares/last-seen/SinceChips.tsx'
import { exposureFilters, noFilters, type SharesUrl } from '#src/pages/shares/url.ts'
import type { LinkRows } from '#src/pages/shares/use-link-rows.ts'
import { Chip } from '#src/ui/controls/Chip.tsx'
import { filterKeyOf } from './link-filter.ts'
import page from '#src/features/list-page/page.module.css'

/** Filters by state, protection, kind and what is new; "Dead links" expands into its causes. */
export function SharesFilters({
  list,
  rows: { counts, isUncertain, inAnyState, lastSeen, paths, hasPermissions },
  url,
  change,
  onCleanUp,
}: {
  list: PagedList<LinkRow>
  rows: LinkRows
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
  onCleanUp: () => void
}) {
  const { t } = useI18n()
  const messages = t.links.filters
  const state = (state: SharesUrl['state']) =>
    change({ state: url.state === state ? 'all' : state })
  const why = isUncertain ? messages.uncertain : undefined
  // Without permissions of links nobody is named, and nobody may change anything.
  const shownExposures = exposureFilters.filter(
    (one) =>
      hasPermissions ||
      url.exposure.includes(one) ||
      (one !== 'canChange' && one !== 'namedPeople'),
  )
  const unfiltered = filterKeyOf({ ...noFilters, search: url.search })
  const isAll = filterKeyOf(url) === unfiltered
  // Of all links, only then are as many counted.
  const isInAnyState = filterKeyOf({ ...url, state: 'all', since: 'any' }) === unfiltered
  const isDead = !['all', 'live', 'expiring'].includes(url.state)
  return (
    <>
      <FilterChips label={messages.label} wraps>
        <Chip
          isAll
          pressed={isAll}
          {...(isInAnyState && { count: counts.all })}
          onToggle={() => change({ ...noFilters, search: url.search })}
        >
          {messages.all}
        </Chip>
        <Chip
          pressed={url.state === 'live'}
          count={counts.live}
          tooltip={why}
          onToggle={() => state('live')}
        >
          {t.links.states.live}
        </Chip>
        <Chip
          pressed={url.state === 'expiring'}
          count={counts.expiring}
          tooltip={why}
          onToggle={() => state('expiring')}
        >
          {t.links.states.expiring}
        </Chip>
        <Chip
          pressed={isDead}
          count={counts.dead}
          isAtLeast={isUncertain}
          tooltip={why}
          onToggle={() => state(isDead ? 'all' : 'dead')}
        >
          {messages.dead}
        </Chip>
        <span className={page['rule']} />
        <Chip
          pressed={url.protection === 'password'}
          icon={<Lock aria-hidden="true" />}
          onToggle={() =>
            change({ protection: url.protection === 'password' ? 'any' : 'password' })
          }
        >
          {messages.password}
        </Chip>
        <Chip
          pressed={url.protection === 'open'}
          icon={<LockOpen aria-hidden="true" />}
          onToggle={() => change({ protection: url.protection === 'open' ? 'any' : 'open' })}
        >
          {messages.withoutPassword}
        </Chip>
        <Chip
          pressed={url.kind === 'folder'}
          icon={<Folder aria-hidden="true" />}
          onToggle={() => change({ kind: url.kind === 'folder' ? 'any' : 'folder' })}
        >
          {messages.folders}
        </Chip>
        <Chip
          pressed={url.kind === 'file'}
          icon={<File aria-hidden="true" />}
          onToggle={() => change({ kind: url.kind === 'file' ? 'any' : 'file' })}
        >
          {messages.files}
        </Chip>
        {shownExposures.map((exposure) => (
          <Chip
            key={exposure}
            pressed={url.exposure.includes(exposure)}
            onToggle={() =>
              change({
                exposure: url.exposure.includes(exposure)
                  ? url.exposure.filter((one) => one !== exposure)
                  : [...url.exposure, exposure],
              })
            }
          >
            {messages.exposures[exposure]}
          </Chip>
        ))}
        {lastSeen && (
          <ChangesSinceChips
            list={list}
            rowIndexes={inAnyState}
            url={url}
            change={change}
            lastSeen={lastSeen}
          />
        )}
        {url.search && <KnownFoldersNote list={list} paths={paths} />}
      </FilterChips>
      {isDead && (
        <DeadCauseFilter
          url={url}
          change={change}
          counts={counts}
          list={list}
          rowIndexes={inAnyState}
          onCleanUp={onCleanUp}
        />
      )}
    </>
  )
}
