import type { JobStage } from '#src/jobs/job-definition.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { RestoreRequest } from './restore-request.ts'

const inKeyOrder = <T>(map: ReadonlyMap<number, T>): T[] =>
  [...map].sort(([one], [other]) => one - other).map(([, value]) => value)

/** Items of one folder one after the other, so that they are in as few requests as possible. */
function byTargetFolder(items: readonly FileRow[]): FileRow[] {
  const groups = new Map<string, FileRow[]>()
  for (const item of items) {
    const folder = item.origin?.slice(0, item.origin.lastIndexOf('/')) ?? ''
    const group = groups.get(folder)
    if (group) group.push(item)
    else groups.set(folder, [item])
  }
  return [...groups.values()].flat()
}

/**
 * The order in which items are restored: parents before children, and items with the same destination one after the
 * other, since only one of them can have it. Items that replace others and items that keep both come last, each in stages of
 * their own.
 */
export function restoreStages(
  items: readonly FileRow[],
  { folder, keepBoth, replace }: RestoreRequest,
): JobStage<FileRow>[] {
  const keepBothIds = new Set(keepBoth?.ids)
  const replaceIds = new Set(replace?.map(({ id }) => id))
  /** Items by the depth of their destination, then by how many items before them have the same destination. */
  const byDepth = new Map<number, Map<number, FileRow[]>>()
  const destinationCounts = new Map<string, number>()
  for (const item of items) {
    if (keepBothIds.has(item.id) || replaceIds.has(item.id)) continue
    const destination = folder === undefined ? (item.origin ?? item.uri) : item.name
    const depth = folder === undefined ? destination.split('/').length : 0
    const turn = destinationCounts.get(destination) ?? 0
    destinationCounts.set(destination, turn + 1)
    const byTurn = byDepth.get(depth) ?? new Map<number, FileRow[]>()
    byDepth.set(depth, byTurn)
    const stage = byTurn.get(turn)
    if (stage) stage.push(item)
    else byTurn.set(turn, [item])
  }
  return [
    ...inKeyOrder(byDepth)
      .flatMap(inKeyOrder)
      .map((stage) => ({ items: stage, maxInFlight: 2 })),
    { items: items.filter(({ id }) => replaceIds.has(id)) },
    { items: byTargetFolder(items.filter(({ id }) => keepBothIds.has(id))) },
  ]
}
