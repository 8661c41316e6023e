import type { ReactNode } from 'react'
import { EmptyIllustration } from './EmptyIllustration.tsx'
import type { IllustrationName } from './illustrations.tsx'
import styles from './States.module.css'

export interface EmptyStateProps {
  picture: IllustrationName
  /** One sentence: what would be here and how to add it. */
  text: ReactNode
  /** One button. */
  action?: ReactNode
}

export function EmptyState({ picture, text, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      <EmptyIllustration picture={picture} />
      <p className={styles['text']}>{text}</p>
      {action && <div className={styles['actions']}>{action}</div>}
    </div>
  )
}
