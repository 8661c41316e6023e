import { create } from 'zustand'
import type { ApiError, TransportError } from '#src/contract/errors.ts'
import type { Operation } from '#src/lib/operation.ts'
import { forgetsOnSignOut } from './resets.ts'

/** What a toast says: a key of the catalogue's `toasts` with its values, or an error that `dialogs/Toasts` words. */
export type ToastMessage =
  | { kind: 'done'; key: 'copied'; values: { count: number } }
  | { kind: 'done'; key: 'clipped'; values: { count: number; kind: 'copy' | 'cut' } }
  | { kind: 'done'; key: 'pasteRefused'; values: { refusal: 'inside' | 'present' } }
  | { kind: 'done'; key: 'presetDeleted'; values: { name: string }; undo: () => void }
  /** `lookedUp`: the answer got lost, and the service was found to have it. */
  | { kind: 'done'; key: 'viewSaved'; values: { lookedUp: boolean } }
  /** An operation that waited for a lock went through. */
  | { kind: 'done'; key: 'freed'; values: { operation: Operation } }
  /** The user gave an operation up: no failure, no success. */
  | { kind: 'done'; key: 'notDone'; values: { operation: Operation } }
  /** What became of a batch, in one message; the ledger knows the rest. */
  | { kind: 'batch'; batchId: number }
  | { kind: 'failed'; error: ApiError | TransportError | Error }

export type Toast = { id: number; message: ToastMessage }

const useStore = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))
let nextId = 1

export const useToasts = (): readonly Toast[] => useStore((state) => state.toasts)

export function showToast(message: ToastMessage): number {
  const id = nextId++
  useStore.setState(({ toasts }) => ({ toasts: [...toasts, { id, message }].slice(-4) }))
  return id
}

export const dismissToast = (id: number): void =>
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

const resetToasts = (): void => useStore.setState({ toasts: [] })
forgetsOnSignOut(resetToasts)
