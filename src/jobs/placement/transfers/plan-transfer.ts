import { nameOfUri, parentUri, withoutNestedItems } from '#src/contract/uri.ts'
import { nameClashQuestion, sideOfRow } from '#src/jobs/questions/name-clash-question.ts'
import { ask } from '#src/jobs/questions/questions.ts'
import { decidedChoice, keepAll } from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { createNameLookup, findFreeName, type NameLookup } from './name-lookup.ts'
import type { TransferRequest } from './transfer-request.ts'

type Clash = { readonly item: FileRow; readonly existing: FileRow | undefined }

/** Items whose name is taken in the folder, or by another of the items. */
async function findClashes(items: readonly FileRow[], lookUp: NameLookup): Promise<Clash[]> {
  const names = new Set<string>()
  const clashes: Clash[] = []
  for (const item of items) {
    const existing = await lookUp(item.name)
    if (existing || names.has(item.name)) clashes.push({ item, existing })
    names.add(item.name)
  }
  return clashes
}

/**
 * Finds names that are taken in the target folder and asks what to do about them. `listed` are the rows of that folder,
 * where they are known. Copies into the folder of the items get free names without a question. Resolves to undefined when
 * the user cancels or nothing is left; rejects when the folder cannot be read.
 */
export async function planTransfer(
  kind: 'move' | 'copy',
  { items, folder, folderId, origins, stagingFolderName }: TransferRequest,
  listed: readonly FileRow[] | undefined,
): Promise<TransferRequest | undefined> {
  // What is there already need not be moved, and would conflict with itself (docs/protocol.md §7.5).
  const isThere = ({ uri }: FileRow) => parentUri(uri) === folder
  const some = withoutNestedItems(items).filter((item) => kind === 'copy' || !isThere(item))
  const lookUp = await createNameLookup(folder, some.length, listed)
  const clashes = await findClashes(some, lookUp)
  const place = { folder, folderId, origins, stagingFolderName }
  const requestFor = (rows: readonly FileRow[]) =>
    rows.length > 0 ? { items: rows, ...place } : undefined
  if (clashes.length === 0) return requestFor(some)
  const isOnlyDuplicating = clashes.every(({ item, existing }) => existing?.id === item.id)
  const decisions = isOnlyDuplicating
    ? keepAll
    : await ask(nameClashQuestion, {
        kind,
        to: nameOfUri(folder),
        clashes: clashes.map(({ item, existing }) => ({
          id: item.id,
          name: item.name,
          item: sideOfRow(item),
          existing: existing && sideOfRow(existing),
        })),
        total: some.length,
      })
  if (!decisions) return undefined
  const taken = new Set(some.map(({ name }) => name))
  const skipped = new Set<FileRow>()
  const names: { id: string; name: string }[] = []
  const replacing: { id: string; existingId: string }[] = []
  const replacedIds = new Set<string>()
  for (const { item, existing } of clashes) {
    const choice = decidedChoice(decisions, item.id, item, existing)
    if (choice === 'skip') skipped.add(item)
    else if (
      choice === 'replace' &&
      existing &&
      existing.id !== item.id &&
      !replacedIds.has(existing.id)
    ) {
      replacedIds.add(existing.id)
      replacing.push({ id: item.id, existingId: existing.id })
    } else names.push({ id: item.id, name: await findFreeName(item, lookUp, taken) })
  }
  const request = requestFor(some.filter((item) => !skipped.has(item)))
  return (
    request && {
      ...request,
      ...(names.length > 0 && { names, renamesFirst: true }),
      ...(replacing.length > 0 && { replacing }),
    }
  )
}
