import { FilterChipRow } from '#src/features/list-page/FilterChipRow.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import type { LinkCounts } from './filters/link-filter.ts'
import { LinkSourceChecker } from './folders/LinkSourceChecker.tsx'
import type { SharesUrl } from './url.ts'
import css from './cells/RowDetails.module.css'

const dead = ['expired', 'usedUp', 'sourceGone'] as const

/** Filters dead links by their cause, and offers to clean up. */
export function DeadCauseFilter({
  url,
  change,
  counts,
  list,
  rowIndexes,
  onCleanUp,
}: {
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
  counts: LinkCounts
  list: PagedList<LinkRow>
  /** The links that the other filters leave, in any state. */
  rowIndexes: Uint32Array
  /** Absent while there is nothing to clean up. */
  onCleanUp: (() => void) | undefined
}) {
  const { t } = useI18n()
  return (
    <FilterChipRow
      label={t.links.filters.dead}
      chips={[
        ...dead.map((cause) => ({
          key: cause,
          isOn: url.state === cause,
          chip: (
            <ToggleChip
              pressed={url.state === cause}
              onToggle={() => change({ state: url.state === cause ? 'dead' : cause })}
            >
              {t.links.states[cause]}
            </ToggleChip>
          ),
        })),
        {
          key: 'cleanUp',
          chip: onCleanUp && (
            <Button
              small
              {...(css['cleanUp'] && { className: css['cleanUp'] })}
              onClick={onCleanUp}
            >
              {t.links.cleanUp}
            </Button>
          ),
        },
        {
          key: 'checks',
          chip: url.state !== 'expired' && url.state !== 'usedUp' && (
            <LinkSourceChecker list={list} rowIndexes={rowIndexes} dead={counts.dead} />
          ),
        },
      ]}
    />
  )
}
