import { memo } from 'react'
import { visibleText } from '../lib/display.ts'
import { splitExtension } from '../lib/names.ts'
import styles from './TruncatedName.module.css'

// Below this no column is narrow enough to need the second, dearer way.
const shortName = 12

/**
 * A name in one line that loses its middle, never its extension, when there is no room.
 * Cut by layout alone, so that nothing is measured; the whole name is there for screen readers, search in the page,
 * selection and tooltip.
 */
export const TruncatedName = memo(function TruncatedName({ name }: { name: string }) {
  const shown = visibleText(name)
  const { stem, extension } = splitExtension(shown)
  if (extension === '' || shown.length <= shortName) {
    return (
      <bdi className={styles['whole']} title={shown}>
        {shown}
      </bdi>
    )
  }
  return (
    <bdi className={styles['name']} title={shown}>
      <span className={styles['all']}>{shown}</span>
      <span className={styles['stem']} aria-hidden="true">
        {stem}
      </span>
      <span className={styles['extension']} aria-hidden="true">
        {extension}
      </span>
    </bdi>
  )
})
