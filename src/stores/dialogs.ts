import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'

/** Dialogs that any page may ask for and that live above all of them. */
export type OpenDialog = 'keyboard-help' | { readonly batchResult: number }

const useStore = create<{ open: OpenDialog | undefined }>()(() => ({ open: undefined }))

export const useOpenDialog = (): OpenDialog | undefined => useStore((state) => state.open)
export const openDialog = (open: OpenDialog): void => useStore.setState({ open })
export const openBatchResult = (batchId: number): void => openDialog({ batchResult: batchId })
export const closeDialog = (): void => useStore.setState({ open: undefined })
forgetsOnSignOut(closeDialog)
