import type { ReactNode } from 'react'
import { useErrorDescription } from '#src/features/errors/use-error-description.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import type { IllustrationName } from '#src/ui/states/illustrations.tsx'
import { SkeletonRows } from '#src/ui/states/Skeleton.tsx'

/** Shown in place of a list: skeleton rows, or the error of its first page. */
export function PendingListState({
  error,
  owner,
  failed,
  columns,
  isCards,
  layout = 'list',
  isFetching,
  onRetry,
  action,
}: {
  error: Error | null
  /** Whose list it is, when that is somebody else. */
  owner?: string | undefined
  /** The title of the error; shown alone when trying again cannot help. */
  failed: string
  /** The CSS grid tracks of the rows, checkbox included. */
  columns: string
  isCards: boolean
  layout?: 'list' | 'grid' | 'gallery'
  isFetching: boolean
  onRetry: (() => void) | undefined
  /** An action for errors that trying again cannot fix. */
  action?: ReactNode
}) {
  const message = useErrorDescription(onRetry && error, owner)
  if (!error) {
    const variant = layout !== 'list' ? layout : isCards ? 'cards' : 'rows'
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
 * An empty list: no matches, or no items. While rows are still loading it says so where there is a filter, and is empty
 * where there is none.
 */
export function EmptyListState({
  isComplete,
  picture,
  noMatch,
  empty,
  onClearSearch,
  onClearFilters,
  action,
}: {
  isComplete: boolean
  picture: IllustrationName
  noMatch: ReactNode
  empty: ReactNode
  /** Ends the search; absent where there is none. */
  onClearSearch: (() => void) | undefined
  /** Ends all filters but the search; absent where there are none. */
  onClearFilters: (() => void) | undefined
  action?: ReactNode
}) {
  const { t } = useI18n()
  if (onClearSearch || onClearFilters) {
    const clear = (onClear: (() => void) | undefined, label: string) =>
      onClear && (
        <Button
          onClick={() => {
            // The pressed button is removed; the list takes the focus from the page.
            focusMain()
            onClear()
          }}
        >
          {label}
        </Button>
      )
    return (
      <EmptyState
        picture="search-none"
        text={isComplete ? noMatch : t.common.restStillLoading}
        action={
          <>
            {clear(onClearSearch, t.common.clearSearch)}
            {clear(onClearFilters, t.common.clearFilters)}
          </>
        }
      />
    )
  }
  return isComplete ? <EmptyState picture={picture} text={empty} action={action} /> : null
}
