import * as v from 'valibot'
import { childUri } from '#src/contract/uri.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'

/** What a move or copy is started with; journaled. */
export const TransferRequest = v.object({
  items: v.array(v.custom<FileRow>(isFileRow)),
  /** URI of the target folder. */
  folder: v.string(),
  /** Its id, where that is known. */
  folderId: v.optional(v.string()),
  /** Items that get another name there. */
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
  /** Whether items to be moved are renamed where they are, because their own name is taken in the target folder. */
  renamesFirst: v.optional(v.boolean()),
  /** Items that take the place of a file, which has the id `existingId`. */
  replacing: v.optional(v.array(v.object({ id: v.string(), existingId: v.string() }))),
  /** The ids of the folders that the items come from, where those are known. */
  origins: v.optional(v.array(v.object({ folder: v.string(), id: v.string() }))),
  /** Name of the folder in which copies are renamed before they go to the target folder. */
  stagingFolderName: v.optional(v.string()),
})
export type TransferRequest = {
  readonly items: readonly FileRow[]
  readonly folder: string
  readonly folderId?: string | undefined
  readonly names?: readonly { readonly id: string; readonly name: string }[] | undefined
  readonly renamesFirst?: boolean | undefined
  readonly replacing?: readonly { readonly id: string; readonly existingId: string }[] | undefined
  readonly origins?: readonly { readonly folder: string; readonly id: string }[] | undefined
  readonly stagingFolderName?: string | undefined
}

type OtherNames = NonNullable<TransferRequest['names']>

/** By id; another name than the planned one where that had been taken meanwhile. */
const givenNames = new WeakMap<OtherNames, Map<string, string>>()

function givenNamesOf({ names }: TransferRequest): Map<string, string> | undefined {
  if (!names) return undefined
  const given = givenNames.get(names) ?? new Map(names.map(({ id, name }) => [id, name]))
  givenNames.set(names, given)
  return given
}

export const setNewName = (id: string, request: TransferRequest, name: string): void =>
  void givenNamesOf(request)?.set(id, name)

/** The name that the item gets in the target folder, undefined where it keeps its own. */
export const newNameOf = ({ id }: FileRow, request: TransferRequest): string | undefined =>
  givenNamesOf(request)?.get(id)

/** By request: the names that this move has given items where they were, in order. */
const renames = new WeakMap<OtherNames, { id: string; from: string; to: string }[]>()

export const recordRename = (id: string, { names }: TransferRequest, from: string, to: string) =>
  names && void renames.set(names, [...(renames.get(names) ?? []), { id, from, to }])

/** Every name that the item may have had on its way. */
export const possibleNamesOf = (item: FileRow, request: TransferRequest): string[] => [
  item.name,
  finalNameOf(item, request),
  ...(renames.get(request.names ?? []) ?? []).flatMap(({ id, to }) => (id === item.id ? [to] : [])),
]

/** By request: the ids of the folders in which copies are renamed. An attempt after a reload may create another. */
const stagingFolderIds = new WeakMap<OtherNames, Set<string>>()

export const stagingFolderIdsOf = ({ names }: TransferRequest): ReadonlySet<string> =>
  (names && stagingFolderIds.get(names)) ?? new Set()

export function recordStagingFolder({ names }: TransferRequest, id: string): void {
  if (names) stagingFolderIds.set(names, new Set(stagingFolderIds.get(names)).add(id))
}

/** The name that an item of this name had before the move renamed it; the same where somebody else gave it the name. */
export function nameBeforeMove(
  { id }: FileRow,
  { names = [] }: TransferRequest,
  name: string,
): string {
  const ofItem = (renames.get(names) ?? []).filter((each) => each.id === id)
  return ofItem.reduceRight((current, { from, to }) => (current === to ? from : current), name)
}

/** The name of the item in the target folder. */
export const finalNameOf = (item: FileRow, request: TransferRequest): string =>
  newNameOf(item, request) ?? item.name

/** By request: the URIs of items in the target folder when that has got another name or place since, by id. */
const foundUris = new WeakMap<TransferRequest, Map<string, string>>()

export function recordFoundUri(id: string, request: TransferRequest, uri: string): void {
  const known = foundUris.get(request) ?? new Map<string, string>()
  foundUris.set(request, known.set(id, uri))
}

/** The URI of the item in the target folder. */
export const finalUriOf = (item: FileRow, request: TransferRequest): string =>
  foundUris.get(request)?.get(item.id) ?? childUri(request.folder, finalNameOf(item, request))
