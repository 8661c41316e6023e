/**
 * How many deleted items are out of the trash again, exist no longer, or came back and are in the trash as part of a
 * folder that was deleted since. `trashed`: how many restored items are in the trash again.
 */
export type ConcurrentTrashChangeCounts = {
  readonly back: number
  readonly gone: number
  readonly inFolders?: number | undefined
  readonly trashed?: number | undefined
}

/** Describes a write for messages about it. `kind` is a key of `operations` in the catalogue. */
export type Operation = {
  readonly kind:
    | 'create'
    | 'rename'
    | 'move'
    | 'copy'
    | 'trash'
    | 'deletePermanently'
    | 'emptyTrash'
    | 'restore'
    | 'save'
    | 'edit'
    | 'deleteVersion'
    | 'saveView'
    | 'copyView'
    | 'resetView'
    | 'upload'
    | 'download'
    | 'createLink'
    | 'editLink'
    | 'deleteLinks'
    | 'editLinks'
  /** Name of the (first) item. */
  readonly name: string
  readonly count: number
  /** For a rename: what the item is to be called. */
  readonly newName?: string | undefined
  /** Name of the destination folder; empty for the root of the user's files. */
  readonly to?: string | undefined
  /** Set when the items belong to somebody else: what is deleted goes to the trash of their owner. */
  readonly isShared?: boolean | undefined
  /** Set when all items are shortcuts to what others share, which stays where it is. */
  readonly isShortcut?: boolean | undefined
  /**
   * Of the result when a restore or a move is taken back: the number of items that keep a name which they were given since,
   * because it cannot be changed in the trash or because theirs is taken.
   */
  readonly newNames?: number | undefined
  /** Number of items that the user has left in the trash when asked before a restore. */
  readonly leftOut?: number | undefined
  /** What somebody else has done before with items that it was to restore, too. */
  readonly meanwhile?: ConcurrentTrashChangeCounts | undefined
  /** Where it is the rest of an operation on `of` items: how many of those are done. */
  readonly soFar?: { readonly done: number; readonly of: number } | undefined
  /** Set when a view was saved for a folder before it was copied to those below. */
  readonly isSaved?: boolean | undefined
  readonly isUndo?: boolean | undefined
  /** For a deletion of links: how many of them work, and how many visits those have. */
  readonly working?: { readonly links: number; readonly visits: number } | undefined
}

/** What an operation is about, which says what more than one of them are called. */
export const subjectByOperationKind: Readonly<
  Record<Operation['kind'], 'item' | 'folder' | 'link'>
> = {
  create: 'item',
  rename: 'item',
  move: 'item',
  copy: 'item',
  trash: 'item',
  deletePermanently: 'item',
  emptyTrash: 'item',
  restore: 'item',
  save: 'item',
  edit: 'item',
  deleteVersion: 'item',
  saveView: 'folder',
  copyView: 'folder',
  resetView: 'folder',
  upload: 'item',
  download: 'item',
  createLink: 'item',
  // Its verb names the link: “edit the link to an item”.
  editLink: 'item',
  deleteLinks: 'link',
  editLinks: 'link',
}

/** The description of an operation on these items, named after the first one. */
export const createOperation = (
  kind: Operation['kind'],
  items: readonly { readonly name: string }[],
): Operation => ({ kind, name: items[0]?.name ?? '', count: items.length })

/** What it takes back, where its messages name that: an item and what it had replaced are counted as one. */
export function undoneChangeOf({
  kind,
  isUndo,
}: Operation): 'restore' | 'move' | 'viewChange' | 'linkChange' | undefined {
  if (!isUndo) return undefined
  if (kind === 'trash') return 'restore'
  if (kind === 'move') return 'move'
  if (kind === 'editLinks') return 'linkChange'
  return subjectByOperationKind[kind] === 'folder' ? 'viewChange' : undefined
}
