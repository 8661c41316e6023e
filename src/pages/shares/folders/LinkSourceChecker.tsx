import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import {
  linkSourcesVersion,
  subscribeToLinkSources,
} from '#src/features/links/source/link-source-cache.ts'
import { checkLinkSource, maxInFlight } from '#src/features/links/source/link-source-checks.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { createListValueAccessor } from '#src/lists/per-list-values.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { isSourceUnchecked } from './use-has-unchecked-source.ts'
import css from '#src/pages/shares/cells/RowDetails.module.css'

/** Links that are checked without being asked to: each takes a request. */
const maxUnasked = 50

type SourceChecks = {
  loadedAt: number | undefined
  /** Ids of the links that have been checked since the list was loaded. */
  readonly ids: Set<string>
  /** Whether the user has stopped the last check. */
  isStopped: boolean
}

/** It outlives the filter for dead links: coming back to that is no wish for more checks. */
function sourceChecksOf(list: PagedList<LinkRow>): SourceChecks {
  const kept = createListValueAccessor<SourceChecks>(list, 'source checks')
  const checks = kept.get() ?? { loadedAt: undefined, ids: new Set(), isStopped: false }
  kept.set(checks)
  return checks
}

/**
 * Checks live links whose item may be gone, a few by itself and the others when asked. It stands beside the filter for
 * dead links. The list shows a link into a deleted folder as live (docs/protocol.md §5.2).
 */
export function LinkSourceChecker({
  list,
  rowIndexes,
  dead,
}: {
  list: PagedList<LinkRow>
  rowIndexes: Uint32Array
  /** How many dead links are known. */
  dead: number
}) {
  const { t } = useI18n()
  const now = useNow()
  const messages = t.links.filters
  const version = useSyncExternalStore(list.subscribe, list.version)
  const known = useSyncExternalStore(subscribeToLinkSources, linkSourcesVersion)
  const [checking, setChecking] = useState<readonly LinkRow[]>([])
  const [isAsked, setAsked] = useState(false)
  /** Why the last check ended before all were checked. */
  const [failure, setFailure] = useState<Error>()
  const shownFailure = useUnlessBackOnline(failure ?? null)
  const loadedAt = list.loadState.at === 'complete' ? list.loadState.since : undefined
  const [checks] = useState(() => sourceChecksOf(list))
  const isChecking = checking.length > 0
  const isIdle = !isChecking && list.loadState.at !== 'loading'
  const unchecked = useMemo(
    () =>
      // While links are checked this would go over all of them with every answer.
      isIdle
        ? Array.from(rowIndexes, (rowIndex) => list.at(rowIndex)).filter(
            (row) => row && isSourceUnchecked(row, now),
          )
        : [],
    // eslint-disable-next-line react/exhaustive-deps -- the versions stand for what is in the list and known of it
    [list, version, known, rowIndexes, now, isIdle],
  ) as LinkRow[]
  const check = (rows: readonly LinkRow[], isAsked: boolean) => {
    setFailure(undefined)
    setAsked(isAsked)
    setChecking(rows)
  }
  const end = (failed?: Error) => {
    setFailure(failed)
    setChecking([])
  }
  const checkUnasked = useEffectEvent(() => {
    if (checks.isStopped) return
    // Loaded again, links into deleted folders are listed as live once more.
    if (checks.loadedAt !== loadedAt) {
      checks.loadedAt = loadedAt
      checks.ids.clear()
    }
    const { ids } = checks
    const unasked = unchecked
      .filter(({ id }) => !ids.has(id))
      .slice(0, Math.max(0, maxUnasked - ids.size))
    if (unasked.length > 0 && !shownFailure) check(unasked, false)
  })
  const resume = useEffectEvent(() => (isAsked ? check(unchecked, true) : checkUnasked()))
  const isBackOnline = failure !== undefined && !shownFailure
  useEffect(() => (isBackOnline ? resume() : checkUnasked()), [unchecked, isBackOnline])
  const stop = () => {
    checks.isStopped = true
    end()
  }
  const start = () => {
    checks.isStopped = false
    check(unchecked, true)
  }
  const hasUnchecked = unchecked.length > 0
  return (
    <>
      {/* Always there: screen readers do not announce text that comes together with its live region. */}
      <span role="status" className={css['since']}>
        {hasUnchecked && (
          <>
            {messages.atLeast(dead)}
            <span aria-hidden="true"> ·</span>
          </>
        )}
      </span>
      {isChecking && (
        <SourceCheck rows={checking} onChecked={({ id }) => checks.ids.add(id)} onEnd={end} />
      )}
      {/* One button, which keeps the focus. */}
      {(hasUnchecked || (isChecking && isAsked)) && (
        <Button small onClick={isChecking ? stop : start}>
          {isChecking ? t.common.stop : messages.checkOthers(unchecked.length)}
        </Button>
      )}
      {shownFailure && (
        <span role="alert" className={css['since']}>
          {describeError(shownFailure, t).title}
        </span>
      )}
    </>
  )
}

/** Checks these links while it is there, until the service is not reached. */
function SourceCheck({
  rows,
  onChecked,
  onEnd,
}: {
  rows: readonly LinkRow[]
  onChecked: (row: LinkRow) => void
  onEnd: (failure?: Error) => void
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const messages = t.links.filters
  const [left, setLeft] = useState(rows.length)
  const end = useEffectEvent((failure?: Error) => onEnd(failure))
  const note = useEffectEvent(onChecked)
  useEffect(() => {
    let isStopped = false
    function* remaining() {
      for (const row of rows) {
        if (isStopped) return
        yield row
      }
    }
    const check = async (row: LinkRow) => {
      await checkLinkSource(client, row)
      note(row)
      if (!isStopped) setLeft((count) => count - 1)
    }
    forEachConcurrently(remaining(), maxInFlight, check).then(
      () => isStopped || end(),
      (failure: Error) => isStopped || end(failure),
    )
    return () => {
      isStopped = true
    }
  }, [client, rows])
  const announceStart = useEffectEvent(() => announceUntilCleanup(messages.checking(rows.length)))
  useEffect(() => announceStart(), [])
  // This is no live region: screen readers would read each number.
  return <span className={css['since']}>{messages.checking(left)}</span>
}
