import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import css from './DetailsPanel.module.css'

/** Holds the place of details beside a list. Where they lie over the list it is not there. */
export function DetailsPanelPlaceholder() {
  const isBeside = useMediaQuery(sidePanelQuery)
  if (!isBeside) return null
  return (
    <div className={css['panel']} aria-hidden="true">
      <div className={css['placeholder']}>
        <Skeleton width="60%" height={14} />
        <Skeleton height={72} />
        <Skeleton width="85%" />
        <Skeleton width="70%" />
        <Skeleton width="78%" />
      </div>
    </div>
  )
}
