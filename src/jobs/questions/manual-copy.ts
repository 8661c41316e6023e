import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/** Text that could not be written to the clipboard: a dialog shows it selected. */
const useStore = create<{ text: string | null }>()(() => ({ text: null }))

export const useManualCopyText = (): string | null => useStore((state) => state.text)
export const showManualCopy = (text: string): void => useStore.setState({ text })
export const closeManualCopy = (): void => useStore.setState({ text: null })
onSignOut(closeManualCopy)
