import { create } from 'zustand'

/** The page has what it shows first. What nobody waits for is drawn and started only then. */
const useStore = create<{ isIdle: boolean }>()(() => ({ isIdle: false }))

export const useIsInitialLoadDone = (): boolean => useStore((state) => state.isIdle)
export const setInitialLoadDone = (): void => useStore.setState({ isIdle: true })
