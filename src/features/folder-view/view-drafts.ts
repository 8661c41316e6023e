import { isSameView, mergeViews, type ViewFieldGroup } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { createDraftStore } from '#src/features/session/draft-store.ts'

/*
 * A draft of a view has undo and redo.
 */

/** The folder's view was changed elsewhere since it was read; nothing was saved. */
export class ViewChangedError extends Error {
  override name = 'ViewChangedError'
}

/** It is one state of a draft. */
export type ViewEdit = {
  readonly view: ViewSetting
  /** Fields hold this text that is not a valid value yet, by field name. */
  readonly invalidTexts: Readonly<Record<string, string>>
  /** Saving removes the folder's own view when it is set; `view` is then the inherited one. */
  readonly isReset: boolean
}

export type ViewDraft = {
  /** It is the folder's own stored view when the draft began; null when there was none. */
  readonly ownView: ViewSetting | null
  /** It is the effective view that the service has; changes are shown against it. */
  readonly storedView: ViewSetting
  /** The user may try a view but not save it, so a lost draft is no loss. */
  readonly isPreviewOnly: boolean
  readonly present: ViewEdit
  readonly past: readonly ViewEdit[]
  readonly future: readonly ViewEdit[]
  /** Changes under the same name belong to the current undo step. */
  readonly undoStep: string | null
}

const maxSteps = 200

const cleanEdit = (view: ViewSetting): ViewEdit => ({ view, invalidTexts: {}, isReset: false })

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

/** A draft is compared with it. */
export type ViewDraftBase = Pick<ViewDraft, 'ownView' | 'storedView' | 'isPreviewOnly'>

const newDraft = ({ ownView, storedView, isPreviewOnly }: ViewDraftBase): ViewDraft => ({
  ownView,
  storedView,
  isPreviewOnly,
  present: cleanEdit(storedView),
  past: [],
  future: [],
  undoStep: null,
})

export type ViewConflicts = 'whole' | readonly ViewFieldGroup[]

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
  if (base.ownView === null || present.isReset) return 'whole'
  return mergeViews(storedView, { mine: present.view, theirs: base.storedView }).conflicts
}

/** Puts the changes of a draft on top of another stored view. */
function rebase(
  draft: ViewDraft,
  base: Pick<ViewDraftBase, 'ownView' | 'storedView'>,
  preferred: 'mine' | 'theirs' = 'mine',
): ViewDraft {
  const { ownView, storedView } = base
  const rebased = (edit: ViewEdit): ViewEdit => {
    if (edit.isReset) return edit
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
 * Starts a draft from the stored view. An existing draft keeps its changes: what only the stored view has changed is
 * merged into it, unless something has to be asked.
 */
export function startViewDraft(folder: string, base: ViewDraftBase): void {
  const draft = drafts.current(folder)
  if (draft && isViewDraftDirty(draft)) {
    if (!isSameView(draft.ownView, base.ownView) && viewConflicts(draft, base).length === 0)
      drafts.save(folder, rebase(draft, base))
    return
  }
  const isSame =
    draft &&
    isSameView(draft.storedView, base.storedView) &&
    isSameView(draft.ownView, base.ownView)
  if (!isSame || draft.isPreviewOnly !== base.isPreviewOnly) drafts.save(folder, newDraft(base))
}

/** Ends the conflict of a draft with the stored view; what only one side has changed is kept. */
export function settleViewConflict(
  folder: string,
  base: ViewDraftBase,
  preferred: 'mine' | 'theirs',
): void {
  updateDraft(folder, (draft) => {
    if (viewConflicts(draft, base) !== 'whole') {
      const rebased = rebase(draft, base, preferred)
      return isViewDraftDirty(rebased) ? rebased : newDraft(base)
    }
    return preferred === 'mine' ? { ...draft, ...base, undoStep: null } : newDraft(base)
  })
}

/** Starts the draft over after a save or a discard. */
export const restartViewDraft = (folder: string, base: ViewDraftBase): void =>
  drafts.save(folder, newDraft(base))

/** The draft has been saved. `saved` is what was sent; changes since then are still unsaved, on top of what was stored. */
export function updateViewDraftBase(
  folder: string,
  base: Pick<ViewDraftBase, 'ownView' | 'storedView'>,
  saved: ViewEdit,
): void {
  updateDraft(folder, (draft) =>
    draft.present === saved
      ? newDraft({ ...draft, ...base })
      : rebase({ ...draft, storedView: saved.view }, base),
  )
}

function updateDraft(folder: string, edit: (draft: ViewDraft) => ViewDraft): void {
  const draft = drafts.current(folder)
  if (draft) drafts.save(folder, edit(draft))
}

/** Makes `present` the newest undo step; consecutive changes under the same name are one step. */
function addUndoStep(draft: ViewDraft, present: ViewEdit, step: string | null): ViewDraft {
  const isSameStep = step !== null && draft.undoStep === step
  const past = isSameStep ? draft.past : [...draft.past, draft.present].slice(-maxSteps)
  return { ...draft, present, past, future: [], undoStep: step }
}

/**
 * Changes some fields. Consecutive changes under one `step`, such as those of a drag, are one undo step. The invalid
 * texts of the changed fields, and of the fields in `clears`, are removed.
 */
export function editViewDraft(
  folder: string,
  part: Partial<ViewSetting>,
  { step = null, clears = [] }: { step?: string | null; clears?: readonly string[] } = {},
): void {
  updateDraft(folder, (draft) => {
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
  updateDraft(folder, (draft) => {
    const { [field]: before, ...others } = draft.present.invalidTexts
    if ((before ?? null) === text) return draft
    const invalidTexts = text === null ? others : { ...others, [field]: text }
    return addUndoStep(draft, { ...draft.present, invalidTexts }, field)
  })
}

/** The next change starts a new undo step, whatever its name. */
export const endUndoStep = (folder: string): void =>
  updateDraft(folder, (draft) => (draft.undoStep === null ? draft : { ...draft, undoStep: null }))

/** Replaces the draft's view, as one undo step. */
export const replaceDraftView = (folder: string, view: ViewSetting): void =>
  updateDraft(folder, (draft) => addUndoStep(draft, cleanEdit(view), null))

/** Resets the folder to the inherited view, as one undo step. */
export const resetDraftView = (folder: string, inherited: ViewSetting): void =>
  updateDraft(folder, (draft) =>
    addUndoStep(draft, { view: inherited, invalidTexts: {}, isReset: true }, null),
  )

export const undoViewEdit = (folder: string): void =>
  updateDraft(folder, (draft) => {
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
  updateDraft(folder, (draft) => {
    const [present, ...future] = draft.future
    if (!present) return draft
    return { ...draft, present, past: [...draft.past, draft.present], future, undoStep: null }
  })

/** Returns to the stored view, as one undo step. */
export const discardViewEdits = (folder: string): void =>
  updateDraft(folder, (draft) => addUndoStep(draft, cleanEdit(draft.storedView), null))

export const currentViewDraft = drafts.current

/** Tells whether leaving the settings of this folder's view would lose changes. */
export function hasUnsavedView(folder: string): boolean {
  const draft = currentViewDraft(folder)
  return draft !== undefined && isUnsaved(draft)
}
