import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { showUploadPanel } from '#src/jobs/questions/dialogs.ts'

/** Files found so far while selected folders are being read; undefined when none are. */
const useStore = create<{ count: number | undefined }>()(() => ({ count: undefined }))

export const useScannedFileCount = (): number | undefined => useStore(({ count }) => count)
export function setScannedFileCount(count: number | undefined): void {
  if (count !== undefined) showUploadPanel()
  useStore.setState({ count })
}
onSignOut(() => setScannedFileCount(undefined))
