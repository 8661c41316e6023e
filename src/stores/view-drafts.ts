import { isSameView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { draftsOf } from './unsaved.ts'

/* Views that are being changed, with the steps back and forth. */

/** One state of what is being changed. */
export type ViewEdit = {
  readonly view: ViewSetting
  /** What stands in a field that is no value yet, as it was typed, by the field's name. */
  readonly typed: Readonly<Record<string, string>>
  /** The folder is to have no view of its own: `view` is what it then looks like. */
  readonly isReset: boolean
}

export type ViewDraft = {
  /** What was saved for the folder itself when the draft began; null when nothing was. */
  readonly own: ViewSetting | null
  /** What the draft is compared with: the view that holds. */
  readonly base: ViewSetting
  /** Tried by somebody who may not save: nothing is lost with it. */
  readonly isTrial: boolean
  readonly now: ViewEdit
  readonly past: readonly ViewEdit[]
  readonly future: readonly ViewEdit[]
  /** Names the step that is under way: what follows under the same name belongs to it. */
  readonly step: string | null
}

const mostSteps = 200

const untouched = (view: ViewSetting): ViewEdit => ({ view, typed: {}, isReset: false })

/** Whether the draft says something else than the service. */
export const isDirty = ({ base, now }: Pick<ViewDraft, 'base' | 'now'>): boolean =>
  now.isReset || Object.keys(now.typed).length > 0 || !isSameView(base, now.view)

const drafts = draftsOf<ViewDraft>((draft) => !draft.isTrial && isDirty(draft))

export const useViewDraft = drafts.useDraft

export const moveViewDraft = drafts.move

type Base = Pick<ViewDraft, 'own' | 'base' | 'isTrial'>

const fresh = ({ own, base, isTrial }: Base): ViewDraft => ({
  own,
  base,
  isTrial,
  now: untouched(base),
  past: [],
  future: [],
  step: null,
})

/** Begins where the service is. What somebody is in the middle of stays as it is. */
export function beginViewDraft(folder: string, from: Base): void {
  const draft = drafts.current(folder)
  if (draft && isDirty(draft)) return
  const isSame = draft && isSameView(draft.base, from.base) && isSameView(draft.own, from.own)
  if (!isSame || draft.isTrial !== from.isTrial) drafts.keep(folder, fresh(from))
}

/** Begins anew from here: after a save, a discard, or in favour of what somebody else saved. */
export const restartViewDraft = (folder: string, from: Base): void =>
  drafts.keep(folder, fresh(from))

/**
 * The service has moved on: what was changed stays, over what is there now. `saved` is what was sent for it; what was
 * changed since then is still to be saved.
 */
export function rebaseViewDraft(
  folder: string,
  from: Pick<Base, 'own' | 'base'>,
  saved?: ViewEdit,
): void {
  change(folder, (draft) =>
    draft.now === saved
      ? fresh({ ...draft, ...from })
      : { ...draft, own: from.own, base: from.base, step: null },
  )
}

function change(folder: string, edit: (draft: ViewDraft) => ViewDraft): void {
  const draft = drafts.current(folder)
  if (draft) drafts.keep(folder, edit(draft))
}

/** Makes `now` the newest step; under the name of the step before it replaces that one. */
function take(draft: ViewDraft, now: ViewEdit, step: string | null): ViewDraft {
  const goesOn = step !== null && draft.step === step
  const past = goesOn ? draft.past : [...draft.past, draft.now].slice(-mostSteps)
  return { ...draft, now, past, future: [], step }
}

/**
 * Changes some fields. Changes under one `step` in a row, such as those of a drag, are one step back. `settles` names the
 * fields whose typed text has become a value, or is gone; those of `part` are among them.
 */
export function editView(
  folder: string,
  part: Partial<ViewSetting>,
  { step = null, settles = [] }: { step?: string | null; settles?: readonly string[] } = {},
): void {
  change(folder, (draft) => {
    const { typed } = draft.now
    const isSettled = (field: string) => field in part || settles.includes(field)
    const left = Object.entries(typed).filter(([field]) => !isSettled(field))
    const isSame = left.length === Object.keys(typed).length
    const view = { ...draft.now.view, ...part }
    // The same object where nothing was settled: who only reads it has nothing to draw anew.
    return take(
      draft,
      { view, typed: isSame ? typed : Object.fromEntries(left), isReset: false },
      step,
    )
  })
}

/** Keeps what stands in a field and is no value; null when there is nothing of the kind any more. */
export function typeInField(folder: string, field: string, text: string | null): void {
  change(folder, (draft) => {
    const { [field]: before, ...others } = draft.now.typed
    if ((before ?? null) === text) return draft
    const typed = text === null ? others : { ...others, [field]: text }
    return take(draft, { ...draft.now, typed }, field)
  })
}

/** What comes next is another step, whatever its name. */
export const endStep = (folder: string): void =>
  change(folder, (draft) => (draft.step === null ? draft : { ...draft, step: null }))

/** Lays a whole view over the draft, as one step. */
export const takeView = (folder: string, view: ViewSetting): void =>
  change(folder, (draft) => take(draft, untouched(view), null))

/** Lets the folder look like the one above, as one step. */
export const resetView = (folder: string, above: ViewSetting): void =>
  change(folder, (draft) => take(draft, { view: above, typed: {}, isReset: true }, null))

export const undoView = (folder: string): void =>
  change(folder, (draft) => {
    const now = draft.past.at(-1)
    if (!now) return draft
    return {
      ...draft,
      now,
      past: draft.past.slice(0, -1),
      future: [draft.now, ...draft.future],
      step: null,
    }
  })

export const redoView = (folder: string): void =>
  change(folder, (draft) => {
    const [now, ...future] = draft.future
    if (!now) return draft
    return { ...draft, now, past: [...draft.past, draft.now], future, step: null }
  })

/** Back to where the service is, as one step. */
export const discardView = (folder: string): void =>
  change(folder, (draft) => take(draft, untouched(draft.base), null))

export const currentViewDraft = drafts.current
