import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { isInTrash } from '#src/contract/uri.ts'
import type { JobDefinition, SendStage } from '#src/jobs/job-definition.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
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
  const plain = items.filter((item) => !needsNewName(item) && !isReplacing(item))
  const destinationOf = ({ origin, uri, name }: PlacementItem) =>
    to === undefined ? (origin ?? uri) : name
  /** How many items before it have the same destination. */
  const turns = new Map<PlacementItem, number>()
  for (const some of groupBy(plain, destinationOf).values())
    for (const [turn, item] of some.entries()) turns.set(item, turn)
  const byDepth = groupBy(plain, (item) =>
    to === undefined ? destinationOf(item).split('/').length : 0,
  )
  // Two moves to one folder at a time would conflict with each other's locks.
  const [first] = items
  const maxInFlight = first && isInTrash(first.uri) ? maxRequestsInFlight : 1
  return [
    ...[...byDepth]
      .sort(([one], [other]) => one - other)
      .flatMap(([, some]) => [...groupBy(some, (item) => turns.get(item)).values()])
      .map((stage) => ({ items: stage, maxInFlight })),
    { items: items.filter(isReplacing) },
    { items: byOriginalFolder(items.filter(needsNewName)) },
  ].filter((stage) => stage.items.length > 0)
}

export type PlacementJob = JobDefinition<
  PlacementItem,
  PlacementRequest,
  PlacementState,
  PlacementNote
>

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
