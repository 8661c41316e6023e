import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import type { JobResult } from '#src/jobs/store/job.ts'

/** Items that were copied or cut, to be pasted into another folder. In memory only, per tab. */
export type Clipboard = {
  readonly kind: 'copy' | 'cut'
  readonly items: readonly { readonly id: string; readonly uri: string }[]
  /** Moves or copies them to a folder. */
  readonly paste: (folder: string) => Promise<JobResult | undefined>
}

const useStore = create<{ clipboard: Clipboard | undefined }>()(() => ({ clipboard: undefined }))

export const useClipboard = (): Clipboard | undefined => useStore(({ clipboard }) => clipboard)
export const setClipboard = (clipboard: Clipboard): void => useStore.setState({ clipboard })
export const clearClipboard = (): void => useStore.setState({ clipboard: undefined })
onSignOut(clearClipboard)
