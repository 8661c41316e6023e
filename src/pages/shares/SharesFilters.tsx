import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Chip } from '#src/ui/controls/Chip.tsx'
import { Icon } from '#src/ui/icons/Icon.tsx'
import type { ShareCounts } from './filter-sort.ts'
import type { SharesUrl } from './url.ts'
import page from '#src/components/list/page.module.css'

const dead = ['expired', 'usedUp', 'sourceGone'] as const

/** Filters by state, protection and kind; "Dead links" expands into its causes. */
export function SharesFilters({
  url,
  change,
  counts,
  onCleanUp,
}: {
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
  counts: ShareCounts
  onCleanUp: () => void
}) {
  const { t } = useI18n()
  const words = t.shares.filters
  const state = (state: SharesUrl['state']) =>
    change({ state: url.state === state ? 'all' : state })
  const isDead = url.state === 'dead' || dead.some((cause) => cause === url.state)
  return (
    <div role="group" aria-label={words.label} className={page['chips']}>
      <Chip
        pressed={url.state === 'all'}
        count={counts.all}
        onToggle={() => change({ state: 'all' })}
      >
        {words.all}
      </Chip>
      <Chip pressed={url.state === 'live'} count={counts.live} onToggle={() => state('live')}>
        {words.live}
      </Chip>
      <Chip
        pressed={url.state === 'expiring'}
        count={counts.expiring}
        onToggle={() => state('expiring')}
      >
        {words.expiring}
      </Chip>
      <Chip pressed={isDead} count={counts.dead} onToggle={() => state(isDead ? 'all' : 'dead')}>
        {words.dead}
      </Chip>
      {isDead &&
        dead.map((cause) => (
          <Chip
            key={cause}
            pressed={url.state === cause}
            onToggle={() => change({ state: url.state === cause ? 'dead' : cause })}
          >
            {words[cause]}
          </Chip>
        ))}
      {isDead && counts.dead > 0 && (
        <Button small onClick={onCleanUp}>
          {t.shares.cleanUp}
        </Button>
      )}
      <span className={page['rule']} />
      <Chip
        pressed={url.protection === 'password'}
        icon={<Icon name="lock" size={14} />}
        onToggle={() => change({ protection: url.protection === 'password' ? 'any' : 'password' })}
      >
        {words.password}
      </Chip>
      <Chip
        pressed={url.protection === 'open'}
        icon={<Icon name="lock-open" size={14} />}
        onToggle={() => change({ protection: url.protection === 'open' ? 'any' : 'open' })}
      >
        {words.withoutPassword}
      </Chip>
      <Chip
        pressed={url.kind === 'folder'}
        icon={<Icon name="folder" size={14} />}
        onToggle={() => change({ kind: url.kind === 'folder' ? 'any' : 'folder' })}
      >
        {words.folders}
      </Chip>
      <Chip
        pressed={url.kind === 'file'}
        icon={<Icon name="file" size={14} />}
        onToggle={() => change({ kind: url.kind === 'file' ? 'any' : 'file' })}
      >
        {words.files}
      </Chip>
    </div>
  )
}
