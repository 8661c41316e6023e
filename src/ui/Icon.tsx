import styles from './Icon.module.css'

export type IconName =
  | 'folder'
  | 'link'
  | 'trash'
  | 'offline'
  | 'up-down'
  | 'search'
  | 'close'
  | 'arrow-down'
  | 'arrow-up'
  | 'more'
  | 'file'
  | 'lock'
  | 'lock-open'

/**
 * A decorative sign of the frame and the lists, drawn by CSS: these are there before the first row, and the icons of
 * what opens later come with it. An svg without content, so that style sheets treat both alike.
 */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles['icon']}
      data-icon={name}
      width={size}
      height={size}
      aria-hidden="true"
    />
  )
}
