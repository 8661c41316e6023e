import { type DrawingName, drawings } from './illustrations.tsx'
import styles from './States.module.css'

/** A decorative drawing. */
export const EmptyIllustration = ({ picture }: { picture: DrawingName }) => (
  <svg className={styles['drawing']} viewBox="0 0 96 72" aria-hidden="true">
    {drawings[picture]}
  </svg>
)
