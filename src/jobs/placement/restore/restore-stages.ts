import type { JobStage } from '#src/jobs/job-definition.ts'
import {
  groupByTarget,
  isKeepingBoth,
  isReplacing,
  type PlacedItem,
} from '#src/jobs/placement/wish.ts'

const inKeyOrder = <T>(map: ReadonlyMap<number, T>): T[] =>
  [...map].sort(([one], [other]) => one - other).map(([, value]) => value)

/** Items of one folder one after the other, so that they are in as few requests as possible. */
function byOriginalFolder(items: readonly PlacedItem[]): PlacedItem[] {
  const groups = new Map<string, PlacedItem[]>()
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
export const restoreStages = (items: readonly PlacedItem[]): JobStage<PlacedItem>[] =>
  [...groupByTarget(items)].flatMap(([to, some]) => stagesTo(to, some))

function stagesTo(to: string | undefined, items: readonly PlacedItem[]): JobStage<PlacedItem>[] {
  /** Items by the depth of their destination, then by how many items before them have the same destination. */
  const byDepth = new Map<number, Map<number, PlacedItem[]>>()
  const destinationCounts = new Map<string, number>()
  for (const item of items) {
    if (isKeepingBoth(item) || isReplacing(item)) continue
    const destination = to === undefined ? (item.origin ?? item.uri) : item.name
    const depth = to === undefined ? destination.split('/').length : 0
    const turn = destinationCounts.get(destination) ?? 0
    destinationCounts.set(destination, turn + 1)
    const byTurn = byDepth.get(depth) ?? new Map<number, PlacedItem[]>()
    byDepth.set(depth, byTurn)
    const stage = byTurn.get(turn)
    if (stage) stage.push(item)
    else byTurn.set(turn, [item])
  }
  return [
    ...inKeyOrder(byDepth)
      .flatMap(inKeyOrder)
      .map((stage) => ({ items: stage, maxInFlight: 2 })),
    { items: items.filter(isReplacing) },
    { items: byOriginalFolder(items.filter(isKeepingBoth)) },
  ]
}
