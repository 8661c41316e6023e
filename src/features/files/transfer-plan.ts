import { SessionEndedError } from '#src/contract/errors.ts'
import { nameOfUri, parentUri } from '#src/contract/uri.ts'
import { nameClashQuestion, clashSideOfRow } from '#src/features/name-clash/name-clash-question.ts'
import type { FollowUp } from '#src/jobs/job-definition.ts'
import {
  type PlacementRequest,
  findNameClashes,
  type PlacementItem,
  applyClashChoices,
  withPlacement,
} from '#src/jobs/placement/placement-request.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { findNameHolders } from '#src/jobs/verification/item-lookup.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { decideClashChoices, defaultNameClashDecisions } from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * Finds names that are taken in the target folders and asks what to do about them. `listedIn` has the rows of a folder,
 * where they are known. Copies into the folder of the items keep both without a question. Resolves to undefined when
 * the user cancels, without a request when nothing is left, and to the request as it is where a folder cannot be read,
 * since the service then refuses what cannot be done. Rejects only when the session ends.
 */
export async function resolveTransferClashes(
  kind: 'move' | 'copy',
  request: PlacementRequest,
  listedIn: (folder: string) => readonly FileRow[] | undefined,
): Promise<FollowUp<PlacementRequest> | undefined> {
  const planned: PlacementItem[] = []
  const skipped: PlacementItem[] = []
  try {
    for (const [folder = '', items] of groupBy(request.items, ({ wish }) => wish?.to)) {
      const some = await planFolder(kind, folder, items, listedIn(folder))
      if (!some) return undefined
      planned.push(...some.items)
      skipped.push(...some.skipped)
    }
  } catch (error) {
    if (error instanceof SessionEndedError) throw error
    return { input: request, skipped: [] }
  }
  return { input: planned.length > 0 ? { ...request, items: planned } : undefined, skipped }
}

/** Undefined when the user cancels. */
async function planFolder(
  kind: 'move' | 'copy',
  folder: string,
  items: readonly PlacementItem[],
  listed: readonly FileRow[] | undefined,
): Promise<ReturnType<typeof applyClashChoices> | undefined> {
  // What is there already need not be moved, and would conflict with itself (docs/protocol.md §7.5).
  const isThere = ({ uri, wish }: PlacementItem) => parentUri(uri) === folder && !wish?.uncovers
  const some = items
    .filter((item) => kind === 'copy' || !isThere(item))
    .map((item) => {
      const { toId, name, uncovers, onClash } = item.wish ?? {}
      // The name that an item gets back in an undo.
      return withPlacement(item, { to: folder, toId, uncovers, name: onClash ? undefined : name })
    })
  const holders = await findNameHolders(folder, some, { listed })
  const clashes = findNameClashes(some, ({ id, name }) => {
    const holder = holders.get(name)
    // An earlier try may have moved it.
    return kind === 'move' && holder?.id === id ? undefined : holder
  })
  if (clashes.length === 0) return { items: some, skipped: [] }
  const isOnlyDuplicating = clashes.every(({ item, existing }) => existing?.id === item.id)
  const answer = isOnlyDuplicating
    ? { decided: decideClashChoices(defaultNameClashDecisions, clashes) }
    : await askQuestion(nameClashQuestion, {
        kind,
        to: nameOfUri(folder),
        clashes: clashes.map(({ id, item, existing }) => ({
          id,
          name: item.name,
          item: clashSideOfRow(item),
          existing: existing && clashSideOfRow(existing),
        })),
        total: some.length,
      })
  return answer && applyClashChoices(some, clashes, answer.decided)
}
