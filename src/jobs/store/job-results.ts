import type { JobContribution, JobItem, JobResult } from './job.ts'

/** The items of the later result leave the lists that the earlier one had them in. */
function mergeResults(earlier: JobResult, later: JobResult): JobResult {
  const laterItems = [later.done, later.failed.map(({ item }) => item), later.locked, later.left]
  const laterIds = new Set(laterItems.flat().map(({ id }) => id))
  const mergeById = <V>(
    known: ReadonlyMap<string, V> = new Map(),
    more: typeof known = new Map(),
  ) => new Map([...[...known].filter(([id]) => !laterIds.has(id)), ...more])
  const isEarlier = ({ id }: JobItem) => !laterIds.has(id)
  return {
    done: [...earlier.done.filter(isEarlier), ...later.done],
    failed: [...earlier.failed.filter(({ item }) => isEarlier(item)), ...later.failed],
    locked: [...earlier.locked.filter(isEarlier), ...later.locked],
    locks: new Map([...(earlier.locks ?? []), ...(later.locks ?? [])]),
    left: [...earlier.left.filter(isEarlier), ...later.left],
    staged: mergeById(earlier.staged, later.staged),
    replaced: mergeById(earlier.replaced, later.replaced),
  }
}

/** One result of a job and those that follow it, in the order in which they were started. */
export function mergeContributions(contributions: readonly JobContribution[]) {
  const [first, ...others] = contributions
  return (
    first && {
      result: others.reduce((merged, { result }) => mergeResults(merged, result), first.result),
      destinations: contributions.flatMap(({ destinations }) => destinations),
    }
  )
}
