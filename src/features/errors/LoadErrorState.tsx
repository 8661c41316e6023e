import type { ReactNode } from 'react'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { useErrorDescription } from './use-error-description.ts'

/** A page whose first load has failed: why, and Retry. */
export function LoadErrorState({
  title,
  error,
  isFetching,
  onRetry,
  action,
}: {
  title: string
  error: Error
  isFetching: boolean
  onRetry: () => void
  action?: ReactNode
}) {
  const text = useErrorDescription(error)
  return (
    <ErrorState
      title={title}
      text={text?.title}
      {...(text?.hint ? { detail: text.hint } : {})}
      correlationId={text?.correlationId}
      onRetry={onRetry}
      retrying={isFetching}
      action={action}
    />
  )
}
