import { isSameView, mergeViews, type ViewFieldGroupName } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import {
  newViewDraftSnapshot,
  viewDraftOf,
  isViewDraftDirty,
  newViewDraft,
  rebaseViewDraft,
  saveViewDraft,
  updateViewDraft,
  type ViewDraft,
  type ViewDraftBase,
  type ViewDraftSnapshot,
} from './view-drafts.ts'

/*
 * What the view settings do to the draft of a view: begin it, merge it with a view that was stored elsewhere, change it,
 * with undo and redo.
 */

const maxSteps = 200

export type ViewConflicts = 'whole' | readonly ViewFieldGroupName[]

/**
 * Finds what has to be asked about when the stored view of a draft has become another one: the fields that both sides
 * have changed; `whole` when one side has no view of its own any more. It is empty when there is nothing to ask.
 */
export function viewConflicts(
  draft: ViewDraft,
  base: Pick<ViewDraftBase, 'ownView' | 'storedView'>,
): ViewConflicts {
  const { ownView, storedView, present } = draft
  if (isSameView(base.ownView, ownView) || !isViewDraftDirty(draft)) return []
  if (base.ownView === null && present.isReset) return []
  if (base.ownView === null || present.isReset) return 'whole'
  return mergeViews(storedView, { mine: present.view, theirs: base.storedView }).conflicts
}

/**
 * Starts a draft from the stored view. An existing draft keeps its changes: what only the stored view has changed is
 * merged into it, unless something has to be asked.
 */
export function startOrRebaseViewDraft(folder: string, base: ViewDraftBase): void {
  const draft = viewDraftOf(folder)
  // The stored view of a folder without one of its own is that of a folder above.
  const isSame =
    draft &&
    isSameView(draft.storedView, base.storedView) &&
    isSameView(draft.ownView, base.ownView)
  if (draft && isViewDraftDirty(draft)) {
    if (!isSame && viewConflicts(draft, base).length === 0)
      saveViewDraft(folder, rebaseViewDraft(draft, base))
    return
  }
  if (!isSame || draft.isPreviewOnly !== base.isPreviewOnly)
    saveViewDraft(folder, newViewDraft(base))
}

/** Ends the conflict of a draft with the stored view; what only one side has changed is kept. */
export function resolveViewConflict(
  folder: string,
  base: ViewDraftBase,
  preferred: 'mine' | 'theirs',
): void {
  updateViewDraft(folder, (draft) => {
    if (viewConflicts(draft, base) !== 'whole') {
      const rebased = rebaseViewDraft(draft, base, preferred)
      return isViewDraftDirty(rebased) ? rebased : newViewDraft(base)
    }
    return preferred === 'mine' ? { ...draft, ...base, undoStep: null } : newViewDraft(base)
  })
}

/** Starts the draft over after a save or a discard. */
export const restartViewDraft = (folder: string, base: ViewDraftBase): void =>
  saveViewDraft(folder, newViewDraft(base))

/** Makes `present` the newest undo step; consecutive changes under the same name are one step. */
function addUndoStep(draft: ViewDraft, present: ViewDraftSnapshot, step: string | null): ViewDraft {
  const isSameStep = step !== null && draft.undoStep === step
  const past = isSameStep ? draft.past : [...draft.past, draft.present].slice(-maxSteps)
  return { ...draft, present, past, future: [], undoStep: step }
}

/**
 * Changes some fields. Consecutive changes under one `step`, such as those of a drag, are one undo step. The invalid
 * texts of the changed fields, and of the fields in `clears`, are removed.
 */
export function patchDraftView(
  folder: string,
  part: Partial<ViewSetting>,
  { step = null, clears = [] }: { step?: string | null; clears?: readonly string[] } = {},
): void {
  updateViewDraft(folder, (draft) => {
    const { invalidTexts } = draft.present
    const isCleared = (field: string) => field in part || clears.includes(field)
    const remaining = Object.entries(invalidTexts).filter(([field]) => !isCleared(field))
    const isSame = remaining.length === Object.keys(invalidTexts).length
    const view = { ...draft.present.view, ...part }
    // The object stays the same when nothing changed, so that readers do not render again.
    return addUndoStep(
      draft,
      { view, invalidTexts: isSame ? invalidTexts : Object.fromEntries(remaining), isReset: false },
      step,
    )
  })
}

/** Stores text in a field that is not a valid value; null removes it. */
export function setInvalidText(folder: string, field: string, text: string | null): void {
  updateViewDraft(folder, (draft) => {
    const { [field]: before, ...others } = draft.present.invalidTexts
    if ((before ?? null) === text) return draft
    const invalidTexts = text === null ? others : { ...others, [field]: text }
    return addUndoStep(draft, { ...draft.present, invalidTexts }, field)
  })
}

/** The next change starts a new undo step, whatever its name. */
export const endUndoStep = (folder: string): void =>
  updateViewDraft(folder, (draft) =>
    draft.undoStep === null ? draft : { ...draft, undoStep: null },
  )

/** Replaces the draft's view, as one undo step. */
export const replaceDraftView = (folder: string, view: ViewSetting): void =>
  updateViewDraft(folder, (draft) => addUndoStep(draft, newViewDraftSnapshot(view), null))

/** Resets the folder to the inherited view, as one undo step. */
export const resetDraftView = (folder: string, inherited: ViewSetting): void =>
  updateViewDraft(folder, (draft) =>
    addUndoStep(draft, { view: inherited, invalidTexts: {}, isReset: true }, null),
  )

export const undoViewEdit = (folder: string): void =>
  updateViewDraft(folder, (draft) => {
    const present = draft.past.at(-1)
    if (!present) return draft
    return {
      ...draft,
      present,
      past: draft.past.slice(0, -1),
      future: [draft.present, ...draft.future],
      undoStep: null,
    }
  })

export const redoViewEdit = (folder: string): void =>
  updateViewDraft(folder, (draft) => {
    const [present, ...future] = draft.future
    if (!present) return draft
    return { ...draft, present, past: [...draft.past, draft.present], future, undoStep: null }
  })

/** Returns to the stored view, as one undo step. */
export const revertDraftView = (folder: string): void =>
  updateViewDraft(folder, (draft) =>
    addUndoStep(draft, newViewDraftSnapshot(draft.storedView), null),
  )
