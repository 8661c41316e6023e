import { create } from 'zustand'
import type { NameClashQuestion } from './name-clash-question.ts'
import { onSignOut } from './resets.ts'

/** Dialogs that any page can open and that are shown above every page. */
export type OpenDialog =
  | 'keyboard-help'
  | { readonly batchResult: number; readonly nameClash?: undefined }
  | { readonly nameClash: NameClashQuestion; readonly batchResult?: undefined }

const useStore = create<{ open: OpenDialog | undefined }>()(() => ({ open: undefined }))

export const useOpenDialog = (): OpenDialog | undefined => useStore((state) => state.open)
export const openDialog = (open: OpenDialog): void => useStore.setState({ open })
export const openBatchResult = (batchId: number): void => openDialog({ batchResult: batchId })
export const closeDialog = (): void => useStore.setState({ open: undefined })

/** Whether the upload panel is needed. It is a store of its own because the upload code loads on demand. */
const useUploadPanelStore = create<{ isShown: boolean }>()(() => ({ isShown: false }))
export const useUploadPanel = (): boolean => useUploadPanelStore((state) => state.isShown)
export const showUploadPanel = (): void => useUploadPanelStore.setState({ isShown: true })

onSignOut(() => {
  closeDialog()
  useUploadPanelStore.setState({ isShown: false })
})
