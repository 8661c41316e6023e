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
  | 'layers'
  | 'chevron-down'
  | 'folder-plus'
  | 'upload'
  | 'sliders'

/**
 * A decorative icon of the frame and the lists, drawn by CSS, since these are needed before the first row. An empty
 * svg, so that style sheets can treat it like the icons of lucide.
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
