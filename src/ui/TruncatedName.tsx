import { memo } from 'react'
import { visibleText } from '#src/lib/names/display.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { closeEllipsisGaps } from './ellipsis-gap.ts'
import styles from './TruncatedName.module.css'

// Names up to this length fit into every column and need no extra elements.
const shortName = 12

let observer: ResizeObserver | undefined

/** Moves the extension up to the ellipsis; `ellipsis-gap.ts` says why. */
function closeGap(stem: HTMLElement) {
  observer ??= new ResizeObserver((entries) => {
    closeEllipsisGaps(entries.map(({ target }) => target))
  })
  observer.observe(stem)
  return () => observer?.unobserve(stem)
}

/**
 * A name in one line that is shortened in the middle and keeps its extension. Done by layout;
 * screen readers, find in page, selection and tooltip have the whole name.
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
      {/* Another name has another element: one of the same width would not be measured again. */}
      <span key={stem} ref={closeGap} className={styles['stem']} aria-hidden="true">
        {stem}
      </span>
      <span className={styles['extension']} aria-hidden="true">
        {extension}
      </span>
    </bdi>
  )
})
