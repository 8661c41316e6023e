import { lazyModule } from '#src/ui/lazy-module.ts'
import styles from './States.module.css'

export type DrawingName = 'shares' | 'files' | 'trash' | 'search-none' | 'offline' | 'sign-in'

const drawings = lazyModule(() => import('./drawings.tsx'))

/** A decorative drawing. Its space is reserved until it is loaded. */
export function Drawing({ picture }: { picture: DrawingName }) {
  const lines = drawings.useModule(true, 'optional')?.drawings
  return (
    <svg className={styles['drawing']} viewBox="0 0 96 72" aria-hidden="true">
      {lines?.[picture]}
    </svg>
  )
}
