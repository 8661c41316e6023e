import type { ReactNode } from 'react'
import { useErrorText } from '#src/features/errors/use-error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import type { IllustrationName } from '#src/ui/states/illustrations.tsx'
import { SkeletonRows } from '#src/ui/states/Skeleton.tsx'

/** It is shown in place of a list: skeleton rows, or the error of its first page. */
export function PendingListState({
  error,
  owner,
  failed,
  columns,
  isCards,
  isTiles = false,
  isFetching,
  onRetry,
  action,
}: {
  error: Error | null
  /** The list is theirs, when that is somebody else. */
  owner?: string | undefined
  /** It is the title of the error, and shown alone when trying again cannot help. */
  failed: string
  /** They are the CSS grid tracks of the rows, checkbox included. */
  columns: string
  isCards: boolean
  isTiles?: boolean
  isFetching: boolean
  onRetry: (() => void) | undefined
  /** The action is for errors that trying again cannot fix. */
  action?: ReactNode
}) {
  const message = useErrorText(onRetry && error, owner)
  if (!error) {
    const variant = isTiles ? 'tiles' : isCards ? 'cards' : 'rows'
    return <SkeletonRows columns={columns} variant={variant} />
  }
  return (
    <ErrorState
      title={failed}
      text={onRetry && (message?.title ?? '\u00a0')}
      {...(message?.hint ? { detail: message.hint } : {})}
      correlationId={message?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
      action={action}
    />
  )
}

/**
 * It says of an empty list that there are no matches, or no items. While rows are still loading it shows that instead.
 */
export function EmptyListState({
  isFiltered,
  isOnlySearched,
  isComplete,
  picture,
  noMatch,
  empty,
  onClear,
  action,
}: {
  isFiltered: boolean
  /** Only the search narrows the list when it is set. */
  isOnlySearched: boolean
  isComplete: boolean
  picture: IllustrationName
  noMatch: string
  empty: ReactNode
  onClear: () => void
  action?: ReactNode
}) {
  const { t } = useI18n()
  if (isFiltered) {
    return (
      <EmptyState
        picture="search-none"
        text={isComplete ? noMatch : t.common.restStillLoading}
        action={
          <Button onClick={onClear}>
            {isOnlySearched ? t.common.clearSearch : t.common.clearFilters}
          </Button>
        }
      />
    )
  }
  return isComplete ? <EmptyState picture={picture} text={empty} action={action} /> : null
}
