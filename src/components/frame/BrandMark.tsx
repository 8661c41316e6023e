import styles from './BrandMark.module.css'

/** The key, as on the tab. Decorative: the name of the app stands beside it. */
export function BrandMark({ large = false }: { large?: boolean }) {
  return (
    <svg
      className={large ? styles['large'] : styles['mark']}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="10" className={styles['ground']} />
      <g fill="none" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="11.5" cy="16" r="4.2" />
        <path d="M15.7 16H25v3.4M21 16v2.6" />
      </g>
    </svg>
  )
}
