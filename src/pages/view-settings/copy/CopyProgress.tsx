import { JobProgressBar } from '#src/features/list-page/selection/JobProgressBar.tsx'
import { useRunningJob } from '#src/jobs/store/job-list.ts'
import css from './CopyProgress.module.css'

const kinds = ['copyView', 'resetView'] as const

/** Progress of a copy to subfolders, whichever folder it was started from. */
export function CopyProgress() {
  const job = useRunningJob(kinds)
  return job ? (
    <div className={css['progress']}>
      <JobProgressBar job={job} />
    </div>
  ) : null
}
