import { Component, type ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { ChunkGoneError } from '#src/ui/later.ts'
import styles from './ErrorBoundary.module.css'

interface Props {
  children: ReactNode
  /** A change of it gives the children another chance. */
  place: string
  /** What broke lies above the page and is shown over it. */
  isAbove?: boolean
}

/** Keeps a page that cannot be drawn from taking the frame with it. Nothing is tried again by itself. */
export class ErrorBoundary extends Component<Props, { error: Error | null; place: string }> {
  override state = { error: null, place: this.props.place }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: { error: Error | null; place: string }) {
    return props.place === state.place ? null : { error: null, place: props.place }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Broken
        error={error}
        isAbove={this.props.isAbove ?? false}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}

function Broken(props: { error: Error; isAbove: boolean; onRetry: () => void }) {
  const { error, isAbove, onRetry } = props
  const { t } = useI18n()
  const isChunk = error instanceof ChunkGoneError
  const isOffline = isChunk && !navigator.onLine
  const text = isOffline ? t.common.offline : isChunk ? t.frame.chunkGone : t.frame.broken
  const Part = isAbove ? 'div' : 'main'
  return (
    <Part
      id={isAbove ? undefined : 'content'}
      tabIndex={-1}
      className={isAbove ? styles['above'] : styles['broken']}
    >
      <ErrorFace
        title={isChunk && !isOffline ? t.frame.newVersion : t.frame.brokenTitle}
        text={text}
        {...(isOffline
          ? { onRetry, picture: 'offline' as const }
          : {
              action: (
                <Button kind="primary" onClick={() => location.reload()}>
                  {t.frame.reload}
                </Button>
              ),
            })}
      />
    </Part>
  )
}
