import { isSameView, mergeViews } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { createDraftStore } from '#src/features/session/draft-store.ts'

/*
 * Drafts of views, by folder, in the memory of the tab: they survive leaving the page, and go at sign-out.
 */

/** The folder's view was changed elsewhere since it was read; nothing was saved. */
export class ViewChangedError extends Error {
  override name = 'ViewChangedError'
}

/** One state of a draft. */
export type ViewDraftSnapshot = {
  readonly view: ViewSetting
  /** Text in fields that is not a valid value yet, by field name. */
  readonly invalidTexts: Readonly<Record<string, string>>
  /** Saving removes the folder's own view; `view` is then the inherited one. */
  readonly isReset: boolean
}

export type ViewDraft = {
  /** The folder's own stored view when the draft began; null when there was none. */
  readonly ownView: ViewSetting | null
  /** The effective view that the service has; changes are shown against it. */
  readonly storedView: ViewSetting
  /** The user may try a view but not save it, so a lost draft is no loss. */
  readonly isPreviewOnly: boolean
  readonly present: ViewDraftSnapshot
  readonly past: readonly ViewDraftSnapshot[]
  readonly future: readonly ViewDraftSnapshot[]
  /** Name of the current undo step: changes under the same name belong to it. */
  readonly undoStep: string | null
}

export const newViewDraftSnapshot = (view: ViewSetting): ViewDraftSnapshot => ({
  view,
  invalidTexts: {},
  isReset: false,
})

/** The draft differs from what the service has. */
export const isViewDraftDirty = ({
  storedView,
  present,
}: Pick<ViewDraft, 'storedView' | 'present'>): boolean =>
  present.isReset ||
  Object.keys(present.invalidTexts).length > 0 ||
  !isSameView(storedView, present.view)

const isUnsaved = (draft: ViewDraft): boolean => !draft.isPreviewOnly && isViewDraftDirty(draft)
const drafts = createDraftStore<ViewDraft>(isUnsaved)

export const useViewDraft = (folder: string): ViewDraft | undefined =>
  drafts.useDraft(folder, (draft) => draft)

export const moveViewDraft = drafts.move

export const saveViewDraft = drafts.save

/** What a draft is compared with. */
export type ViewDraftBase = Pick<ViewDraft, 'ownView' | 'storedView' | 'isPreviewOnly'>

export const newViewDraft = ({ ownView, storedView, isPreviewOnly }: ViewDraftBase): ViewDraft => ({
  ownView,
  storedView,
  isPreviewOnly,
  present: newViewDraftSnapshot(storedView),
  past: [],
  future: [],
  undoStep: null,
})

/** Puts the changes of a draft on top of another stored view. */
export function rebaseViewDraft(
  draft: ViewDraft,
  base: Pick<ViewDraftBase, 'ownView' | 'storedView'>,
  preferred: 'mine' | 'theirs' = 'mine',
): ViewDraft {
  const { ownView, storedView } = base
  const rebased = (edit: ViewDraftSnapshot): ViewDraftSnapshot => {
    // Without a view of its own there is nothing to reset.
    if (edit.isReset) return ownView === null ? newViewDraftSnapshot(storedView) : edit
    const { view } = mergeViews(
      draft.storedView,
      { mine: edit.view, theirs: storedView },
      preferred,
    )
    return isSameView(view, edit.view) ? edit : { ...edit, view }
  }
  return {
    ...draft,
    ownView,
    storedView,
    present: rebased(draft.present),
    past: draft.past.map(rebased),
    future: draft.future.map(rebased),
    undoStep: null,
  }
}

/**
 * A view has been saved. `saved` is the state of the draft that was sent, undefined when the save came from outside of
 * the form. Changes that were not sent are still unsaved, on top of what was stored.
 */
export function updateViewDraftBase(
  folder: string,
  base: Pick<ViewDraftBase, 'ownView' | 'storedView'>,
  saved: ViewDraftSnapshot | undefined,
): void {
  updateViewDraft(folder, (draft) => {
    if (draft.present === saved) return newViewDraft({ ...draft, ...base })
    return rebaseViewDraft(saved ? { ...draft, storedView: saved.view } : draft, base)
  })
}

export function updateViewDraft(folder: string, edit: (draft: ViewDraft) => ViewDraft): void {
  const draft = drafts.current(folder)
  if (draft) drafts.save(folder, edit(draft))
}

export const viewDraftOf = drafts.current

/** Whether leaving the settings of this folder's view would lose changes. */
export function hasUnsavedView(folder: string): boolean {
  const draft = viewDraftOf(folder)
  return draft !== undefined && isUnsaved(draft)
}
