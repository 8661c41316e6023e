import styles from './BrandMark.module.css'

/** The icon of the app is a key, as in the tab of the browser. It is decorative: the name of the app is beside it. */
export const BrandMark = ({ large }: { large?: boolean }) => (
  <span className={styles[large ? 'large' : 'mark']} aria-hidden="true" />
)
