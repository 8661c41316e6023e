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

/** `pasting`: what was cut and is being pasted. It is put back when no job comes of that. */
type State = { readonly clipboard: Clipboard | undefined; readonly pasting: Clipboard | undefined }
const empty: State = { clipboard: undefined, pasting: undefined }
const useStore = create<State>()(() => empty)

export const useClipboard = (): Clipboard | undefined => useStore(({ clipboard }) => clipboard)
export const setClipboard = (clipboard: Clipboard): void =>
  useStore.setState({ clipboard, pasting: undefined })
export const takeOffClipboard = (pasting: Clipboard): void =>
  useStore.setState({ clipboard: undefined, pasting })
/** Unless something else has been put there since. */
export function putBackOnClipboard(taken: Clipboard): void {
  if (useStore.getState().pasting === taken) setClipboard(taken)
}
onSignOut(() => useStore.setState(empty))
