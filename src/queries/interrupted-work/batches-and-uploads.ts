import { uploads } from '#src/queries/uploads.ts'
import { findInterruptedBatches } from './interrupted-batches.ts'

/** Offers to go on with the batches, then with the uploads of this user that were interrupted. */
export async function findBatchesAndUploads(): Promise<void> {
  await findInterruptedBatches()
  await uploads.findUnfinished()
}
