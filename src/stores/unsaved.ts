import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'
import { currentSession } from './session.ts'

/*
 * What was begun and is not saved, by user and address. In memory: it survives every page and a sign-in in between. While
 * anything of it would be lost, the browser asks before the tab is closed, and signing out asks too.
 */

const kinds = new Set<() => number>()

/** How many things signing out, or closing this tab, would lose. */
export const countUnsaved = (): number => [...kinds].reduce((sum, count) => sum + count(), 0)

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function followUnsaved(): void {
  if (typeof window === 'undefined') return
  // Only while there is something to lose: the listener keeps a page out of the back/forward cache.
  if (countUnsaved() > 0) addEventListener('beforeunload', askBeforeClosing)
  else removeEventListener('beforeunload', askBeforeClosing)
}

const keyOf = (uri: string): string => `${currentSession().userId ?? ''} ${uri}`

/** Drafts of one kind. `isUnsaved` says of one whether losing it would lose something. */
export function draftsOf<Draft>(isUnsaved: (draft: Draft) => boolean) {
  const useStore = create<{ drafts: ReadonlyMap<string, Draft> }>()(() => ({ drafts: new Map() }))
  kinds.add(() => [...useStore.getState().drafts.values()].filter(isUnsaved).length)

  const change = (edit: (drafts: Map<string, Draft>) => void): void => {
    const drafts = new Map(useStore.getState().drafts)
    edit(drafts)
    useStore.setState({ drafts })
    followUnsaved()
  }
  const current = (uri: string): Draft | undefined => useStore.getState().drafts.get(keyOf(uri))
  const drop = (uri: string): void => {
    if (current(uri) !== undefined) change((drafts) => drafts.delete(keyOf(uri)))
  }
  forgetsOnSignOut(() => change((drafts) => drafts.clear()))

  return {
    /** What `read` finds in the draft of this address; the component is drawn anew only when that changes. */
    useDraft: <Part>(uri: string, read: (draft: Draft | undefined) => Part): Part =>
      useStore((state) => read(state.drafts.get(keyOf(uri)))),
    current,
    keep: (uri: string, draft: Draft): void => change((drafts) => drafts.set(keyOf(uri), draft)),
    drop,
    /** The item has another address now. */
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
