import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/*
 * Links that the user has changed while a filter showed them: they stay in view until the filter changes.
 */

const useStore = create<{ ids: ReadonlySet<string> }>()(() => ({ ids: new Set() }))

export const useFilterExceptions = (): ReadonlySet<string> => useStore(({ ids }) => ids)

export const addFilterExceptions = (ids: Iterable<string>): void =>
  useStore.setState((state) => ({ ids: new Set([...state.ids, ...ids]) }))

export const clearFilterExceptions = (): void => {
  if (useStore.getState().ids.size > 0) useStore.setState({ ids: new Set() })
}

onSignOut(clearFilterExceptions)
