import styles from './Spinner.module.css'

/** A quiet sign of work. It says something to screen readers only when it is given words. */
export function Spinner({ label }: { label?: string }) {
  return label === undefined ? (
    <span className={styles['spinner']} aria-hidden="true" />
  ) : (
    <span className={styles['spinner']} role="img" aria-label={label} />
  )
}
