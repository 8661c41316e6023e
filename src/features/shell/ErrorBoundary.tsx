import { Component, type ReactNode } from 'react'
import { CrashNotice } from '#src/features/errors/CrashNotice.tsx'

/** Contains rendering errors of a dialog, so that the page below stays. It retries when its notice does. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <CrashNotice error={error} isAbove onRetry={() => this.setState({ error: null })} />
  }
}
