import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './FrameSkeleton.module.css'

/** The frame while it is not known who is signed in: nothing at first, then its quiet outline. */
export function FrameSkeleton() {
  return (
    <div className={styles['outline']} aria-hidden="true">
      <div>
        {[88, 64, 72, 60].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
