import { create } from 'zustand'
import type { ApiError, TransportError } from '#src/contract/errors.ts'
import type { Operation } from './lock-sessions.ts'
import { forgetsOnSignOut } from './resets.ts'

/** What a toast says: a key of the catalogue's `toasts` with its values, or an error that `dialogs/Toasts` words. */
export type ToastMessage =
  | { kind: 'done'; key: 'copied'; values: { count: number } }
  | { kind: 'done'; key: 'clipped'; values: { count: number; kind: 'copy' | 'cut' } }
  | { kind: 'done'; key: 'pasteRefused'; values: { refusal: 'inside' | 'present' } }
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
  // One message per batch: what is said of it anew takes the place of what was said.
  const isOther = (toast: Toast) =>
    message.kind !== 'batch' ||
    toast.message.kind !== 'batch' ||
    toast.message.batchId !== message.batchId
  useStore.setState(({ toasts }) => ({
    toasts: [...toasts.filter(isOther), { id, message }].slice(-4),
  }))
  return id
}

export const dismissToast = (id: number): void =>
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** What a toast said of a batch is on screen otherwise. */
export const dismissBatchToast = (batchId: number): void =>
  useStore.setState(({ toasts }) => ({
    toasts: toasts.filter(({ message }) => message.kind !== 'batch' || message.batchId !== batchId),
  }))

const resetToasts = (): void => useStore.setState({ toasts: [] })
forgetsOnSignOut(resetToasts)
