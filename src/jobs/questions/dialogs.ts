import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/** Dialogs that any page can open and that are shown above every page. Nothing waits for them. */
export type GlobalDialog = 'keyboard-help' | { readonly jobResult: number }

const useStore = create<{ dialogs: readonly GlobalDialog[] }>()(() => ({ dialogs: [] }))

/** The one that was opened first; each of the others is shown when those before it are closed, so that none is lost. */
export const useCurrentDialog = (): GlobalDialog | undefined =>
  useStore(({ dialogs }) => dialogs[0])
export const queueDialog = (open: GlobalDialog): void =>
  useStore.setState(({ dialogs }) => ({ dialogs: [...dialogs, open] }))
export const openJobResult = (jobId: number): void => queueDialog({ jobResult: jobId })
export const closeDialog = (): void =>
  useStore.setState(({ dialogs }) => ({ dialogs: dialogs.slice(1) }))

/** Whether the upload panel is needed. It is a store of its own because the upload code loads on demand. */
const useUploadPanelStore = create<{ isShown: boolean }>()(() => ({ isShown: false }))
export const useIsUploadPanelShown = (): boolean => useUploadPanelStore((state) => state.isShown)
export const showUploadPanel = (): void => useUploadPanelStore.setState({ isShown: true })

onSignOut(() => {
  useStore.setState({ dialogs: [] })
  useUploadPanelStore.setState({ isShown: false })
})
