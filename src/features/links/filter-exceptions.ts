import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/*
 * Links that the user has changed while a filter showed them: they stay in view until the filter changes.
 */

type IdTest = (id: string) => boolean

const useStore = create<{ ids: ReadonlySet<string>; isShown: IdTest }>()(() => ({
  ids: new Set(),
  isShown: () => false,
}))

export const useFilterExceptions = (): ReadonlySet<string> => useStore(({ ids }) => ids)

/** The list on screen says which links its filter shows. */
export const setShownByFilter = (isShown: IdTest): void => useStore.setState({ isShown })

/** To be called before the links are changed, of which only those that the filter shows now are kept. */
export const addFilterExceptions = (ids: readonly string[]): void =>
  useStore.setState((state) => ({ ids: new Set([...state.ids, ...ids.filter(state.isShown)]) }))

export const clearFilterExceptions = (): void =>
  useStore.setState(({ ids }) => ({
    ids: ids.size > 0 ? new Set() : ids,
    isShown: () => false,
  }))

onSignOut(clearFilterExceptions)
