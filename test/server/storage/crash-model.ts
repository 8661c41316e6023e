import { createHash } from 'node:crypto'

/** A file, or a folder where `content` is 'folder'. */
type Item = {
  /** The hash of the bytes; 'damaged' where they are not whole, 'upload' before those of an upload have arrived. */
  content: string
  isTrashed: boolean
  /** Limits of downloads of its links, in order. Each link has another one. */
  links: number[]
  /** Value of a tag. */
  note: string | null
  /** Page size of the saved view. */
  view: number | null
}
/** Items by path; the path of what is in the trash is the one that it was deleted from. */
export type State = Record<string, Item>

export type Operation =
  | { kind: 'write' | 'part'; path: string; text: string }
  | { kind: 'rename' | 'move' | 'copy'; path: string; to: string }
  | { kind: 'trash' | 'restore' | 'delete' | 'folder' | 'cancel'; path: string }
  | { kind: 'share' | 'unshare'; path: string; limit: number }
  | { kind: 'edit'; path: string; limit: number; to: number }
  | { kind: 'note'; path: string; note: string }
  | { kind: 'view'; path: string; view: number }
  | { kind: 'open'; path: string; size: number }

/** A line that the child prints. */
export type CrashMessage =
  | { state: State; faults: unknown[] }
  | { begun: Operation }
  /** False for a write that was refused because of a lock. */
  | { acknowledged: boolean }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const newItem: Item = { content: '', isTrashed: false, links: [], note: null, view: null }

/** What an operation makes of the item; undefined where it is gone. */
function changed(item: Item | undefined, operation: Operation): Item | undefined {
  if (operation.kind === 'write' || operation.kind === 'part')
    return { ...newItem, ...item, content: hash(operation.text) }
  if (operation.kind === 'folder') return { ...newItem, content: 'folder' }
  if (operation.kind === 'open') return { ...newItem, content: 'upload' }
  if (!item) return undefined
  const without = (limit: number) => item.links.filter((each) => each !== limit)
  const inOrder = (links: number[]) => links.toSorted((a, b) => a - b)
  switch (operation.kind) {
    case 'trash':
      return { ...item, isTrashed: true }
    case 'restore':
      return { ...item, isTrashed: false }
    case 'share':
      return { ...item, links: inOrder([...item.links, operation.limit]) }
    case 'unshare':
      return { ...item, links: without(operation.limit) }
    case 'edit':
      return { ...item, links: inOrder([...without(operation.limit), operation.to]) }
    case 'note':
      return { ...item, note: operation.note }
    case 'view':
      return { ...item, view: operation.view }
    case 'delete':
    case 'cancel':
      return undefined
    default:
      return item
  }
}

/** The state after an operation; `state` stays as it is. */
export function apply(state: State, operation: Operation): State {
  const { [operation.path]: item, ...others } = state
  if (operation.kind === 'rename' || operation.kind === 'move')
    return item ? { ...others, [operation.to]: item } : state
  if (operation.kind === 'copy')
    return item ? { ...state, [operation.to]: { ...item, links: [] } } : state
  const after = changed(item, operation)
  return after ? { ...others, [operation.path]: after } : others
}
