import styles from './BrandMark.module.css'

/** The key, as on the tab. Decorative: the name of the app stands beside it. */
export const BrandMark = ({ large }: { large?: boolean }) => (
  <span className={styles[large ? 'large' : 'mark']} aria-hidden="true" />
)
