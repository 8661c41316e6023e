import type { TreeFolder } from '#src/queries/folder-tree.ts'

/*
 * Which folders of a tree are meant. A box speaks for its folder alone, mixed where only something below is meant. What
 * was not decided about follows the folder above, as far as a decision reaches.
 */

export type Picks = {
  /** What was decided, by address; that of the root stands for all in it. */
  readonly marks: ReadonlyMap<string, boolean>
  /** A decision reaches everything below. That about the root always reaches what is right in it. */
  readonly isDeep: boolean
}

export const noPicks: Picks = { marks: new Map(), isDeep: false }

function isPicked(folder: TreeFolder, { marks, isDeep }: Picks): boolean {
  for (let at: TreeFolder | null = folder; at; at = at.parent) {
    const mark = marks.get(at.uri)
    if (mark !== undefined) return mark
    if (!isDeep && at.parent?.parent) return false
  }
  return false
}

/** Whether what is in a folder is meant too, and so has to be found. */
export const reachesInto = (folder: TreeFolder, picks: Picks): boolean =>
  (picks.isDeep || folder.parent === null) && isPicked(folder, picks)

/** Decides about a folder, the root for all: what was decided about what it reaches is forgotten. */
export function pick({ marks, isDeep }: Picks, folder: TreeFolder, isMeant: boolean): Picks {
  const kept = new Map(marks)
  for (const uri of marks.keys()) {
    if (!uri.startsWith(`${folder.uri}/`)) continue
    const isRightInRoot = !folder.parent && !uri.slice(folder.uri.length + 1).includes('/')
    if (isDeep || isRightInRoot) kept.delete(uri)
  }
  return { marks: kept.set(folder.uri, isMeant), isDeep }
}

export type Picked = {
  /** Of every folder that is known, by address. */
  readonly states: ReadonlyMap<string, boolean | 'mixed'>
  /** Those that are meant, above before below. */
  readonly folders: readonly TreeFolder[]
  /** Something that is meant has not been found yet. */
  readonly isLooking: boolean
  /** Folders whose folders are meant and could not be read. */
  readonly failed: number
}

/** `below` goes from above to below. */
export function readPicks(root: TreeFolder, below: readonly TreeFolder[], picks: Picks): Picked {
  const states = new Map<string, boolean | 'mixed'>()
  for (const folder of below) states.set(folder.uri, isPicked(folder, picks))
  const folders = below.filter(({ uri }) => states.get(uri) === true)
  for (const { uri, parent } of below.toReversed()) {
    if (parent && states.get(uri) !== false && states.get(parent.uri) === false) {
      states.set(parent.uri, 'mixed')
    }
  }
  const isReached = ({ level }: TreeFolder) => picks.isDeep || level === 1
  const isWhole = folders.filter(isReached).length === below.filter(isReached).length
  const isAwaited = below.length === 0 && isPicked(root, picks)
  states.set(root.uri, folders.length === 0 ? isAwaited : isWhole || 'mixed')
  const unread = [root, ...below].filter((each) => !each.children && reachesInto(each, picks))
  const failed = unread.filter(({ reading }) => reading === 'failed').length
  return { states, folders, isLooking: unread.length > failed, failed }
}
