import styles from './Spinner.module.css'

/** A progress spinner, read by screen readers only when it has a label. */
export function Spinner({ label }: { label?: string }) {
  return label === undefined ? (
    <span className={styles['spinner']} aria-hidden="true" />
  ) : (
    <span className={styles['spinner']} role="img" aria-label={label} />
  )
}
