import { memo } from 'react'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import styles from './TruncatedName.module.css'

// Names up to this length fit into every column and tile and need no extra elements.
const shortName = 8

/**
 * A name in one line that is shortened in the middle and keeps its extension, whose dot goes with what is cut: an
 * ellipsis has dots enough. Only the layout cuts it: screen readers, find in page, selection and tooltip have the whole
 * name.
 */
export const TruncatedName = memo(function TruncatedName({ name }: { name: string }) {
  const shown = escapeControlChars(name)
  const { stem, extension } = splitExtension(shown)
  if (extension === '' || shown.length <= shortName) {
    return (
      <bdi className={styles['whole']} data-tooltip={shown} data-tooltip-if="cut">
        {shown}
      </bdi>
    )
  }
  return (
    <bdi className={styles['name']} data-tooltip={shown} data-tooltip-if="cut">
      <span className={styles['all']}>{shown}</span>
      <span className={styles['stem']} aria-hidden="true">
        {`${stem}.`}
      </span>
      <span className={styles['extension']} aria-hidden="true">
        {extension.slice(1)}
      </span>
    </bdi>
  )
})
