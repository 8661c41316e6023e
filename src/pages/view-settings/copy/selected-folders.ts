import type { FolderTree, TreeFolder } from './use-folder-tree.ts'

/*
 * Which folders of a tree are selected. A checkbox stands for its folder alone and is mixed when only folders below are
 * selected. A folder without a mark follows the nearest marked folder above, within the reach of that mark.
 */

export type FolderSelection = {
  /** What the user selected or deselected, by URI. The mark of the root applies to all folders in it. */
  readonly marks: ReadonlyMap<string, boolean>
  /** Whether a mark applies to everything below. The mark of the root always applies to its direct children. */
  readonly isDeep: boolean
}

export const noFoldersSelected: FolderSelection = { marks: new Map(), isDeep: false }

function isSelected(folder: TreeFolder, { marks, isDeep }: FolderSelection): boolean {
  for (let at: TreeFolder | null = folder; at; at = at.parent) {
    const mark = marks.get(at.uri)
    if (mark !== undefined) return mark
    if (!isDeep && at.parent?.parent) return false
  }
  return false
}

/** Whether the folders in a folder are selected too, so that they have to be read. */
const includesChildren = (folder: TreeFolder, selection: FolderSelection): boolean =>
  (selection.isDeep || folder.parent === null) && isSelected(folder, selection)

/** Sets the mark of a folder and removes the marks below that it overrides. */
export function setFolderSelected(
  { marks, isDeep }: FolderSelection,
  folder: TreeFolder,
  isMarked: boolean,
): FolderSelection {
  const remaining = new Map(marks)
  for (const uri of marks.keys()) {
    if (!uri.startsWith(`${folder.uri}/`)) continue
    const isChildOfRoot = !folder.parent && !uri.slice(folder.uri.length + 1).includes('/')
    if (isDeep || isChildOfRoot) remaining.delete(uri)
  }
  return { marks: remaining.set(folder.uri, isMarked), isDeep }
}

export type ResolvedSelection = {
  /** Whether each known folder is selected, by URI. */
  readonly states: ReadonlyMap<string, boolean | 'mixed'>
  /** The selected folders, parents before children. */
  readonly folders: readonly TreeFolder[]
  /** Folders whose subfolders are selected and still to be read. */
  readonly unread: readonly TreeFolder[]
  /** Those of them that could not be read. */
  readonly failed: readonly TreeFolder[]
}

export function resolveSelection(
  { root, below }: FolderTree,
  selection: FolderSelection,
): ResolvedSelection {
  const states = new Map<string, boolean | 'mixed'>()
  for (const folder of below) states.set(folder.uri, isSelected(folder, selection))
  const folders = below.filter(({ uri }) => states.get(uri) === true)
  for (const { uri, parent } of below.toReversed()) {
    if (parent && states.get(uri) !== false && states.get(parent.uri) === false) {
      states.set(parent.uri, 'mixed')
    }
  }
  const isInReach = ({ level }: TreeFolder) => selection.isDeep || level === 1
  const isAll = folders.filter(isInReach).length === below.filter(isInReach).length
  const isRootPending = below.length === 0 && isSelected(root, selection)
  states.set(root.uri, folders.length === 0 ? isRootPending : isAll || 'mixed')
  const unread = [root, ...below].filter(
    (each) => !each.children && includesChildren(each, selection),
  )
  return { states, folders, unread, failed: unread.filter(({ reading }) => reading === 'failed') }
}
