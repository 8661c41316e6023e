import { later } from './later.ts'
import styles from './Face.module.css'

export type Picture = 'shares' | 'files' | 'trash' | 'search-none' | 'offline' | 'sign-in'

const drawings = later(() => import('./drawings.tsx'), [], 'at rest')

/** A line drawing, decorative: the sentence under it says the same. Its place is kept until its lines are here. */
export function Drawing({ picture }: { picture: Picture }) {
  const lines = drawings.useCode(true, 'quietly')?.lines
  return (
    <svg
      className={styles['drawing']}
      viewBox="0 0 96 72"
      width="96"
      height="72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {lines?.[picture]}
    </svg>
  )
}
