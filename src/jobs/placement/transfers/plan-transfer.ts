import { nameOfUri, parentUri, withoutNestedItems } from '#src/contract/uri.ts'
import { nameClashQuestion } from '#src/jobs/questions/name-clash-question.ts'
import { ask } from '#src/jobs/questions/questions.ts'
import { nameClashChoices } from '#src/lib/names/name-clash.ts'
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

const canReplace = ({ item, existing }: Clash): boolean =>
  nameClashChoices(item, existing).includes('replace') && existing?.id !== item.id

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
  const answer = isOnlyDuplicating
    ? 'keepBoth'
    : await ask(nameClashQuestion, {
        kind,
        to: nameOfUri(folder),
        clashes: clashes.map(({ item, existing }) => ({ name: item.name, item, existing })),
        total: some.length,
      })
  if (answer === 'cancel') return undefined
  if (answer === 'skip') {
    const skipped = new Set(clashes.map(({ item }) => item))
    return requestFor(some.filter((item) => !skipped.has(item)))
  }
  const isFirstOfName = ({ item }: Clash) => some.find(({ name }) => name === item.name) === item
  const replacing =
    answer === 'replace' ? clashes.filter((clash) => canReplace(clash) && isFirstOfName(clash)) : []
  const taken = new Set(some.map(({ name }) => name))
  const names: { id: string; name: string }[] = []
  for (const clash of clashes) {
    if (replacing.includes(clash)) continue
    names.push({ id: clash.item.id, name: await findFreeName(clash.item, lookUp, taken) })
  }
  return {
    items: some,
    ...place,
    ...(names.length > 0 && { names, renamesFirst: true }),
    ...(replacing.length > 0 && {
      replacing: replacing.flatMap(({ item, existing }) =>
        existing ? [{ id: item.id, existingId: existing.id }] : [],
      ),
    }),
  }
}
