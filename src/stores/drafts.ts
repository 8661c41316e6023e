import { create } from 'zustand'
import { forgetsOnSignOut } from './resets.ts'
import { currentSession } from './session.ts'

/*
 * Texts that were typed and are not saved, by user and address. In memory: they survive every page, and the browser asks
 * before a tab that still holds one is closed.
 */

const useStore = create<{ drafts: ReadonlyMap<string, string> }>()(() => ({ drafts: new Map() }))

const keyOf = (uri: string): string => `${currentSession().userId ?? ''} ${uri}`

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function change(edit: (drafts: Map<string, string>) => void): void {
  const drafts = new Map(useStore.getState().drafts)
  edit(drafts)
  useStore.setState({ drafts })
  if (typeof window === 'undefined') return
  // Only while there is something to lose: the listener keeps a page out of the back/forward cache.
  if (drafts.size > 0) addEventListener('beforeunload', askBeforeClosing)
  else removeEventListener('beforeunload', askBeforeClosing)
}

export const useDraft = (uri: string): string | undefined =>
  useStore((state) => state.drafts.get(keyOf(uri)))
export const currentDraft = (uri: string): string | undefined =>
  useStore.getState().drafts.get(keyOf(uri))
export const keepDraft = (uri: string, text: string): void =>
  change((drafts) => drafts.set(keyOf(uri), text))
export const dropDraft = (uri: string): void => {
  if (currentDraft(uri) !== undefined) change((drafts) => drafts.delete(keyOf(uri)))
}

/** The file has another address now. */
export function moveDraft(from: string, to: string): void {
  const text = currentDraft(from)
  if (text === undefined || from === to) return
  change((drafts) => {
    drafts.delete(keyOf(from))
    drafts.set(keyOf(to), text)
  })
}

const resetDrafts = (): void => change((drafts) => drafts.clear())
forgetsOnSignOut(resetDrafts)
