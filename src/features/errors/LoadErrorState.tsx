import type { ReactNode } from 'react'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { useErrorText } from './use-error-text.ts'

/** It says why the first load of a page has failed, and offers Retry. */
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
  const text = useErrorText(error)
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
