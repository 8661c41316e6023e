import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  linkSourcesVersion,
  subscribeToLinkSources,
} from '#src/features/links/source/link-source-cache.ts'
import { checkLinkSource } from '#src/features/links/source/link-source-checks.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { isSourceUnchecked } from './use-has-unchecked-source.ts'
import css from '#src/pages/shares/cells/RowDetails.module.css'

/** Links that are checked without being asked to: each takes a request. */
const maxUnasked = 50

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
  const client = useQueryClient()
  const now = useNow()
  const messages = t.links.filters
  const version = useSyncExternalStore(list.subscribe, list.version)
  const known = useSyncExternalStore(subscribeToLinkSources, linkSourcesVersion)
  const unknown = useMemo(
    () =>
      [...rowIndexes]
        .map((rowIndex) => list.at(rowIndex))
        .filter((row) => row && isSourceUnchecked(row, now)),
    // eslint-disable-next-line react/exhaustive-deps -- the versions stand for what is in the list and known of it
    [list, version, known, rowIndexes, now],
  ) as LinkRow[]
  const [checking, setChecking] = useState<ReadonlySet<string>>(new Set())
  const tried = useRef(new Set<string>())
  const stops = useRef(new Set<() => void>())
  const others = unknown.filter(({ id }) => !checking.has(id))

  const check = (rows: readonly LinkRow[]) => {
    setChecking((ids) => new Set([...ids, ...rows.map(({ id }) => id)]))
    for (const row of rows) {
      tried.current.add(row.id)
      const stop = checkLinkSource(client, row, () => {
        stops.current.delete(stop)
        setChecking((ids) => new Set([...ids].filter((id) => id !== row.id)))
      })
      stops.current.add(stop)
    }
  }
  const isLoading = list.loadState.at === 'loading'
  const unasked = isLoading
    ? []
    : others
        .filter(({ id }) => !tried.current.has(id))
        .slice(0, Math.max(0, maxUnasked - tried.current.size))
  const checkUnasked = useEffectEvent(() => check(unasked))
  const unaskedIds = unasked.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (unaskedIds !== '') checkUnasked()
  }, [unaskedIds])
  useEffect(() => {
    const { current } = stops
    return () => {
      for (const stop of current) stop()
    }
  }, [])

  const isChecking = checking.size > 0
  const announceStart = useEffectEvent(() => announceUntilCleanup(messages.checking(checking.size)))
  useEffect(() => (isChecking ? announceStart() : undefined), [isChecking])

  const hasOthers = !isChecking && !isLoading && others.length > 0
  return (
    <>
      {/* Always there: screen readers do not announce text that comes together with its live region. */}
      <span role="status" className={css['since']}>
        {hasOthers && `${messages.atLeast(dead)} ·`}
      </span>
      {/* This is no live region: screen readers would read each number. */}
      {isChecking && <span className={css['since']}>{messages.checking(checking.size)}</span>}
      {hasOthers && (
        <Button small onClick={() => check(others)}>
          {messages.checkOthers(others.length)}
        </Button>
      )}
    </>
  )
}
