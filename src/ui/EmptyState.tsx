import type { ReactNode } from 'react'
import { Drawing, type Picture } from './Drawing.tsx'
import styles from './Face.module.css'

export interface EmptyStateProps {
  picture: Picture
  /** One sentence: what would be here and how to start. */
  text: ReactNode
  /** One button. */
  action?: ReactNode
}

export function EmptyState({ picture, text, action }: EmptyStateProps) {
  return (
    <div className={styles['face']}>
      <Drawing picture={picture} />
      <p className={styles['text']}>{text}</p>
      {action}
    </div>
  )
}
