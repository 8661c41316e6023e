import { createHash } from 'node:crypto'

/** Files by name. `content` is the hash of the bytes, or 'damaged'. */
export type State = Record<string, { content: string; isTrashed: boolean; shares: number }>

export type Operation =
  | { kind: 'write'; name: string; text: string }
  | { kind: 'rename'; name: string; to: string }
  | { kind: 'trash' | 'delete' | 'share'; name: string }

/** A line that the child prints. */
export type CrashMessage =
  | { state: State; faults: unknown[] }
  | { begun: Operation }
  /** False for a write that was refused because of a lock. */
  | { acknowledged: boolean }

/** The state after an operation; `state` stays as it is. */
export function apply(state: State, operation: Operation): State {
  const { [operation.name]: file, ...others } = state
  switch (operation.kind) {
    case 'write': {
      const content = createHash('sha256').update(operation.text).digest('hex')
      return { ...state, [operation.name]: { isTrashed: false, shares: 0, ...file, content } }
    }
    case 'rename':
      return file ? { ...others, [operation.to]: file } : state
    case 'trash':
      return file ? { ...others, [operation.name]: { ...file, isTrashed: true } } : state
    case 'share':
      return file ? { ...others, [operation.name]: { ...file, shares: file.shares + 1 } } : state
    case 'delete':
      return others
  }
}
