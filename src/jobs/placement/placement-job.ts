import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { JobDefinition } from '#src/jobs/job-definition.ts'
import { finalUriOf } from './final-places.ts'
import type { PlacementRequest } from './placement-request.ts'
import { placementStages } from './placement-stages.ts'
import { type PlacementNote, type PlacementState, placementState } from './placement-state.ts'
import type { PlacedItem } from './wish.ts'

type PlacementJob = JobDefinition<PlacedItem, PlacementRequest, PlacementState, PlacementNote>

/** What the definitions of a restore, a move and a copy have in common. */
export const placementJob = {
  items: ({ items }) => items,
  state: placementState,
  stages: placementStages,
  hasManySteps: ({ items, foldersToCreate }) =>
    foldersToCreate !== undefined ||
    items.some(({ wish }) => wish?.onClash ?? wish?.name ?? wish?.uncovers),
  targetOf: ({ wish }) => wish?.to,
  affectedUris: (item, context) =>
    [finalUriOf(item, context), item.wish?.uncovers?.uri].filter((uri) => typeof uri === 'string'),
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
} satisfies Partial<PlacementJob>
