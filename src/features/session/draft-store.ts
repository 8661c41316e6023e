import { create } from 'zustand'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { createTabFlag, draftsLockPrefix } from '#src/platform/tab-flag.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'

/*
 * Unsaved drafts, by user and URI. They are in memory, and survive navigation and signing in again. While any of them
 * would be lost, the browser asks before the tab is closed, and signing out asks too, in any tab: it ends the session of
 * all.
 */

const unsavedCounts = new Set<() => number>()

/** Number of drafts that signing out or closing the tab would lose. */
export const countUnsavedDrafts = (): number =>
  [...unsavedCounts].reduce((sum, count) => sum + count(), 0)

const tellOtherTabs = createTabFlag(draftsLockPrefix)

const keyOf = (uri: string): string => `${currentSession().userId ?? ''} ${uri}`

/** A store for drafts of one kind. `isUnsaved` tells whether losing a draft would lose work. */
export function createDraftStore<Draft>(isUnsaved: (draft: Draft) => boolean) {
  const useStore = create<{ drafts: ReadonlyMap<string, Draft> }>()(() => ({ drafts: new Map() }))
  unsavedCounts.add(() => [...useStore.getState().drafts.values()].filter(isUnsaved).length)

  const change = (edit: (drafts: Map<string, Draft>) => void): void => {
    const drafts = new Map(useStore.getState().drafts)
    edit(drafts)
    useStore.setState({ drafts })
    const isUnsaved = countUnsavedDrafts() > 0
    setUnloadGuard('drafts', isUnsaved)
    tellOtherTabs(isUnsaved)
  }
  const current = (uri: string): Draft | undefined => useStore.getState().drafts.get(keyOf(uri))
  const remove = (uri: string): void => {
    if (current(uri) !== undefined) change((drafts) => drafts.delete(keyOf(uri)))
  }
  onSignOut(() => change((drafts) => drafts.clear()))

  return {
    /** The part of the draft at this URI that `read` selects; the component renders again only when that changes. */
    useDraft: <Part>(uri: string, read: (draft: Draft | undefined) => Part): Part =>
      useStore((state) => read(state.drafts.get(keyOf(uri)))),
    current,
    save: (uri: string, draft: Draft): void => change((drafts) => drafts.set(keyOf(uri), draft)),
    remove,
    /** Moves the draft to the new URI of its item. */
    move: (from: string, to: string): void => {
      const draft = current(from)
      if (draft === undefined || from === to) return
      change((drafts) => {
        drafts.delete(keyOf(from))
        drafts.set(keyOf(to), draft)
      })
    },
  }
}
