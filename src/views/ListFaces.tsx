import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { Picture } from '#src/ui/Drawing.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { SkeletonRows } from '#src/ui/Skeleton.tsx'
import { useErrorWords } from './use-error-words.ts'

/** What stands where a list will be: rows to come, or why its first page could not be had. */
export function ListPending({
  error,
  failed,
  columns,
  isCards,
  isFetching,
  onRetry,
  action,
}: {
  error: Error | null
  /** What failed, as a title; all that is said where trying again cannot cure it. */
  failed: string
  /** The tracks of the rows to come, checkbox included. */
  columns: string
  isCards: boolean
  isFetching: boolean
  onRetry: (() => void) | undefined
  /** A way on for what trying again cannot cure. */
  action?: ReactNode
}) {
  const words = useErrorWords(onRetry && error)
  if (!error) return <SkeletonRows columns={columns} variant={isCards ? 'cards' : 'rows'} />
  return (
    <ErrorFace
      title={failed}
      text={onRetry && (words?.title ?? '\u00a0')}
      {...(words?.hint ? { detail: words.hint } : {})}
      correlationId={words?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
      action={action}
    />
  )
}

/** A list without rows: nothing matches, or there is nothing. While rows may still come it says so, or nothing. */
export function ListEmpty({
  isFiltered,
  isComplete,
  picture,
  noMatch,
  empty,
  onClear,
  action,
}: {
  isFiltered: boolean
  isComplete: boolean
  picture: Picture
  noMatch: string
  empty: string
  onClear: () => void
  action?: ReactNode
}) {
  const { t } = useI18n()
  if (isFiltered) {
    return (
      <EmptyState
        picture="search-none"
        text={isComplete ? noMatch : t.common.restStillLoading}
        action={<Button onClick={onClear}>{t.common.clearFilters}</Button>}
      />
    )
  }
  return isComplete ? <EmptyState picture={picture} text={empty} action={action} /> : null
}
