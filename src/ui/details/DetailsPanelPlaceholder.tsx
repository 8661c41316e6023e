import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import css from './DetailsPanel.module.css'

/** Holds the place of details beside a list. Where they lie over the list it is not there. */
export function DetailsPanelPlaceholder() {
  const isBeside = useMediaQuery(sidePanelQuery)
  return (
    isBeside && (
      <div className={`${css['panel']} ${css['placeholder']}`}>
        {[14, 72, 10, 11, 12].map((height) => (
          <Skeleton key={height} height={height} />
        ))}
      </div>
    )
  )
}
