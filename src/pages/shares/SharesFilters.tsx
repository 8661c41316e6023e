import { File, Folder, Lock, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Chip } from '#src/ui/controls/Chip.tsx'
import type { ShareCounts } from './filter-sort.ts'
import type { SharesUrl } from './url.ts'
import page from '#src/components/list/page.module.css'

/** Filters by state, protection and kind; "Dead links" expands into its causes. */
export function SharesFilters({
  url,
  change,
  counts,
  isUncertain,
  causes,
  children,
}: {
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
  counts: ShareCounts
  /** Whether a link that counts as live may be dead: the list does not say of all links whether their item is there. */
  isUncertain: boolean
  /** Filters for the cause, shown while the list is filtered by dead links. */
  causes: ReactNode
  children: ReactNode
}) {
  const { t } = useI18n()
  const words = t.shares.filters
  const state = (state: SharesUrl['state']) =>
    change({ state: url.state === state ? 'all' : state })
  const why = isUncertain ? words.uncertain : undefined
  const isDead = !['all', 'live', 'expiring'].includes(url.state)
  return (
    <>
      <div role="group" aria-label={words.label} className={page['chips']}>
        <Chip
          pressed={url.state === 'all'}
          count={counts.all}
          onToggle={() => change({ state: 'all' })}
        >
          {words.all}
        </Chip>
        <Chip
          pressed={url.state === 'live'}
          count={counts.live}
          tooltip={why}
          onToggle={() => state('live')}
        >
          {t.shares.states.live}
        </Chip>
        <Chip
          pressed={url.state === 'expiring'}
          count={counts.expiring}
          tooltip={why}
          onToggle={() => state('expiring')}
        >
          {t.shares.states.expiring}
        </Chip>
        <Chip
          pressed={isDead}
          count={counts.dead}
          isAtLeast={isUncertain}
          tooltip={why}
          onToggle={() => state(isDead ? 'all' : 'dead')}
        >
          {words.dead}
        </Chip>
        <span className={page['rule']} />
        <Chip
          pressed={url.protection === 'password'}
          icon={<Lock aria-hidden="true" />}
          onToggle={() =>
            change({ protection: url.protection === 'password' ? 'any' : 'password' })
          }
        >
          {words.password}
        </Chip>
        <Chip
          pressed={url.protection === 'open'}
          icon={<LockOpen aria-hidden="true" />}
          onToggle={() => change({ protection: url.protection === 'open' ? 'any' : 'open' })}
        >
          {words.withoutPassword}
        </Chip>
        <Chip
          pressed={url.kind === 'folder'}
          icon={<Folder aria-hidden="true" />}
          onToggle={() => change({ kind: url.kind === 'folder' ? 'any' : 'folder' })}
        >
          {words.folders}
        </Chip>
        <Chip
          pressed={url.kind === 'file'}
          icon={<File aria-hidden="true" />}
          onToggle={() => change({ kind: url.kind === 'file' ? 'any' : 'file' })}
        >
          {words.files}
        </Chip>
        {children}
      </div>
      {isDead && causes}
    </>
  )
}
