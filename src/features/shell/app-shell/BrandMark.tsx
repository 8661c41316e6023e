import styles from './BrandMark.module.css'

/** The icon of the app, a key, as in the tab of the browser. Decorative: the name of the app is beside it. */
export const BrandMark = ({ large }: { large?: boolean }) => (
  <span className={styles[large ? 'large' : 'mark']} aria-hidden="true" />
)
