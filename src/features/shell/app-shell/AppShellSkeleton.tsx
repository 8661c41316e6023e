import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './AppShellSkeleton.module.css'

/** The frame while the session is being restored: empty at first, then a skeleton. */
export function AppShellSkeleton() {
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
