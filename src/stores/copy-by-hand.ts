import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'

/** Text that the clipboard refused: a dialog shows it selected. */
const useStore = create<{ text: string | null }>()(() => ({ text: null }))

export const useCopyByHand = (): string | null => useStore((state) => state.text)
export const showCopyByHand = (text: string): void => useStore.setState({ text })
export const closeCopyByHand = (): void => useStore.setState({ text: null })
forgetsOnSignOut(closeCopyByHand)
