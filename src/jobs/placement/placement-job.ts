import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { isInTrash } from '#src/contract/uri.ts'
import type { JobDefinition, SendStage } from '#src/jobs/job-definition.ts'
import { groupBy } from '#src/lib/group-by.ts'
import {
  type PlacementRequest,
  isReplacing,
  needsNewName,
  type PlacementItem,
} from './placement-request.ts'
import {
  finalUriOf,
  type PlacementNote,
  type PlacementState,
  placementStateDefinition,
} from './placement-state.ts'

const inKeyOrder = <T>(map: ReadonlyMap<number, T>): T[] =>
  [...map].sort(([one], [other]) => one - other).map(([, value]) => value)

/** Items of one folder are one after the other, so that they are in as few requests as possible. */
const byOriginalFolder = (items: readonly PlacementItem[]): PlacementItem[] =>
  [...groupBy(items, ({ origin }) => origin?.slice(0, origin.lastIndexOf('/'))).values()].flat()

/**
 * Items are sent in this order: parents before children, and items with the same destination one after the other, since
 * only one of them can have it. Items that replace others and items that get other names come last, each in stages of
 * their own.
 */
const placementStages = (items: readonly PlacementItem[]): SendStage<PlacementItem>[] =>
  [...groupBy(items, ({ wish }) => wish?.to)].flatMap(([to, some]) => stagesTo(to, some))

function stagesTo(
  to: string | undefined,
  items: readonly PlacementItem[],
): SendStage<PlacementItem>[] {
  /** The items are by the depth of their destination, then by how many items before them have the same destination. */
  const byDepth = new Map<number, Map<number, PlacementItem[]>>()
  const destinationCounts = new Map<string, number>()
  for (const item of items) {
    if (needsNewName(item) || isReplacing(item)) continue
    const destination = to === undefined ? (item.origin ?? item.uri) : item.name
    const depth = to === undefined ? destination.split('/').length : 0
    const turn = destinationCounts.get(destination) ?? 0
    destinationCounts.set(destination, turn + 1)
    const byTurn = byDepth.get(depth) ?? new Map<number, PlacementItem[]>()
    byDepth.set(depth, byTurn)
    const stage = byTurn.get(turn)
    if (stage) stage.push(item)
    else byTurn.set(turn, [item])
  }
  // Two moves to one folder at a time would conflict with each other's locks.
  const [first] = items
  const maxInFlight = first && isInTrash(first.uri) ? 2 : 1
  return [
    ...inKeyOrder(byDepth)
      .flatMap(inKeyOrder)
      .map((stage) => ({ items: stage, maxInFlight })),
    { items: items.filter(isReplacing) },
    { items: byOriginalFolder(items.filter(needsNewName)) },
  ].filter((stage) => stage.items.length > 0)
}

type PlacementJob = JobDefinition<PlacementItem, PlacementRequest, PlacementState, PlacementNote>

/** What the definitions of a restore, a move and a copy have in common. */
export const placementJobDefaults = {
  state: placementStateDefinition,
  stages: placementStages,
  hasManySteps: ({ items, foldersToCreate }) =>
    foldersToCreate !== undefined ||
    items.some(({ wish }) => wish?.onClash ?? wish?.name ?? wish?.uncovers),
  targetOf: ({ wish }) => wish?.to,
  affectedUris: (item, context) =>
    [finalUriOf(item, context), item.wish?.uncovers?.uri].filter((uri) => typeof uri === 'string'),
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
} satisfies Partial<PlacementJob>
