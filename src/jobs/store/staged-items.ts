import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/*
 * Items that a restore has moved out of the trash but not yet to their destination: a step failed while they were in a
 * staging folder.
 */

const useStore = create<{ uris: ReadonlyMap<string, string> }>()(() => ({ uris: new Map() }))

/** Where the item with this id lies, when it is staged. */
export const useStagedItem = (id: string): string | undefined =>
  useStore(({ uris }) => uris.get(id))
export const isStaged = (id: string): boolean => useStore.getState().uris.has(id)

/** `uri` is where the item lies now; undefined when it has arrived. */
export function setStagedItem(id: string, uri: string | undefined): void {
  if (uri === undefined && !isStaged(id)) return
  const uris = new Map(useStore.getState().uris)
  if (uri === undefined) uris.delete(id)
  else uris.set(id, uri)
  useStore.setState({ uris })
}

onSignOut(() => useStore.setState({ uris: new Map() }))
