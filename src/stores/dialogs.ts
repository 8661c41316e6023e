import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'

/** Dialogs that any page may ask for and that live above all of them. */
export type OpenDialog = 'keyboard-help' | { readonly batchResult: number }

const useStore = create<{ open: OpenDialog | undefined }>()(() => ({ open: undefined }))

export const useOpenDialog = (): OpenDialog | undefined => useStore((state) => state.open)
export const openDialog = (open: OpenDialog): void => useStore.setState({ open })
export const openBatchResult = (batchId: number): void => openDialog({ batchResult: batchId })
export const closeDialog = (): void => useStore.setState({ open: undefined })

/** Whether the list of uploads has been needed: its store comes with its code, and this is there before both. */
const usePanel = create<{ isWanted: boolean }>()(() => ({ isWanted: false }))
export const useUploadPanel = (): boolean => usePanel((state) => state.isWanted)
export const showUploadPanel = (): void => usePanel.setState({ isWanted: true })

forgetsOnSignOut(() => {
  closeDialog()
  usePanel.setState({ isWanted: false })
})
