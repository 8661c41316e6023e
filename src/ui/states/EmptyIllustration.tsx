import { type IllustrationName, illustrations } from './illustrations.tsx'
import styles from './States.module.css'

export const EmptyIllustration = ({ picture }: { picture: IllustrationName }) => (
  <svg className={styles['drawing']} viewBox="0 0 96 72" aria-hidden="true">
    {illustrations[picture]}
  </svg>
)
