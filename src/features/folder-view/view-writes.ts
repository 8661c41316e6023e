import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { saveView } from '#src/api/files/files.ts'
import { createSignInCheck, onSignOut } from '#src/api/resets.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { withViewDefaults, isSameView, mergeViews } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { cachedFolderLists } from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { showUndoableToast } from '#src/jobs/messages/last-undo.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { updateViewDraftBase, ViewChangedError, type ViewDraftSnapshot } from './view-drafts.ts'
import { readOwnView, views } from './views.ts'

type SaveViewRequest = {
  folder: string
  /** Name of the folder, for messages. */
  name: string
  /** What is saved. A reset removes the folder's own view. */
  edit: ViewDraftSnapshot
  /** The stored view when it was last read; any other stored view is somebody else's change. */
  ownView: ViewSetting | null
  /** The effective view then. With it, fields that only somebody else has changed are merged. */
  storedView?: ViewSetting
  /** `edit` is a state of the folder's draft. */
  isFromDraft?: boolean
  /** It takes another save back. */
  isUndo?: boolean
}
/** `lookedUp`: no response arrived, and the folder was found to have the view. */
export type ViewSaveResult = {
  lookedUp: boolean
  /** What the folder has now, and what it had before. */
  view: ViewSetting | null
  before: ViewSetting | null
}

const viewToStore = ({ edit }: SaveViewRequest): ViewSetting | null =>
  edit.isReset ? null : withViewDefaults(edit.view)

/** The view to store over the one that is there; undefined when somebody has changed the same. */
function viewToStoreOver(save: SaveViewRequest, stored: ViewSetting | null) {
  const next = viewToStore(save)
  if (isSameView(stored, save.ownView) || isSameView(stored, next)) return next
  if (!stored || !next || !save.storedView) return undefined
  const { view, conflicts } = mergeViews(save.storedView, { mine: next, theirs: stored })
  return conflicts.length === 0 ? view : undefined
}

/** The newest save of each folder that has not settled. */
const underWay = new Map<string, Promise<unknown>>()
/** What the newest save of each folder has sent, where it is not known whether that is stored. */
const unanswered = new Map<string, Pick<ViewSaveResult, 'view' | 'before'>>()
onSignOut(() => {
  underWay.clear()
  unanswered.clear()
})

/** Runs saves of one folder one after the other: the public server refuses most of those that meet (docs/protocol.md §10.1). */
function inOrder<T>(folder: string, save: () => Promise<T>): Promise<T> {
  const assertSignedIn = createSignInCheck()
  const saveIfSignedIn = async () => {
    // It would write to a folder of whoever has signed in since.
    assertSignedIn()
    return save()
  }
  const mine = (underWay.get(folder) ?? Promise.resolve()).then(saveIfSignedIn, saveIfSignedIn)
  underWay.set(folder, mine)
  const forget = () => {
    if (underWay.get(folder) === mine) underWay.delete(folder)
  }
  mine.then(forget, forget)
  return mine
}

/** Saves over what is stored. An answer that is lost is looked up at once, before the next save of the folder. */
async function saveOver(save: SaveViewRequest): Promise<ViewSaveResult> {
  const { folder } = save
  const stored = await readOwnView(folder)
  const view = viewToStoreOver(save, stored)
  if (view === undefined) throw new ViewChangedError()
  // What is stored may be of a save whose answer was lost.
  const sent = unanswered.get(folder)
  const before = sent && isSameView(stored, sent.view) ? sent.before : stored
  unanswered.set(folder, { view, before })
  let lookedUp = false
  try {
    await saveView(folder, view)
  } catch (error) {
    if (error instanceof TransportError) lookedUp = await isStored(folder, view)
    else unanswered.delete(folder)
    if (!lookedUp) throw error
  }
  unanswered.delete(folder)
  return { lookedUp, view, before }
}

/** False also where nobody can be asked. */
const isStored = (folder: string, view: ViewSetting | null): Promise<boolean> =>
  lookUpWithRetry(() => readOwnView(folder)).then(
    (stored) => isSameView(stored, view),
    (error: unknown) => {
      if (error instanceof SessionEndedError) throw error
      return false
    },
  )

/** Saves the view that a folder had before, or removes its own again. */
async function saveBack(
  client: QueryClient,
  { folder, name }: SaveViewRequest,
  { view: ownView, before }: ViewSaveResult,
): Promise<void> {
  try {
    const view = before ?? (await client.fetchQuery(views.inherited(folder)))
    const edit = { view, invalidTexts: {}, isReset: before === null }
    await startMutation(client, viewWrites.save(), { folder, name, edit, ownView, isUndo: true })
  } catch (error) {
    if (error instanceof ViewChangedError)
      showToast({ kind: 'done', key: 'viewNotTakenBack', values: { name } })
    // It is cancelled when the user has signed out while the inherited view was read.
    else if (!isCancelledError(error)) throw error
  }
}

export const viewWrites = {
  /**
   * Saves a view. Rejects with {@link ViewChangedError} instead of overwriting what somebody else has saved meanwhile.
   */
  save: () =>
    defineMutation<SaveViewRequest, ViewSaveResult>({
      send: (save) => inOrder(save.folder, () => saveOver(save)),
      operation: ({ name }) => createOperation('saveView', [{ name }]),
      patch: (client, saved, save) => {
        const { folder, edit, isFromDraft, isUndo = false } = save
        const { lookedUp, view: ownView } = saved
        const storedView = ownView ?? edit.view
        client.setQueryData(views.own(folder).queryKey, ownView)
        for (const { uri, list } of cachedFolderLists(client)) {
          // Without a view the service shows none to this account, whatever is stored.
          if (uri === folder && list.head?.view) list.putHead({ ...list.head, view: storedView })
        }
        updateViewDraftBase(folder, { ownView, storedView }, isFromDraft ? edit : undefined)
        showUndoableToast(
          { kind: 'done', key: 'viewSaved', values: { lookedUp, isUndo } },
          createOperation('saveView', [save]),
          isUndo ? undefined : () => saveBack(client, save, saved),
        )
      },
      showsSuccess: true,
      // Folders below may inherit from this one.
      invalidates: () => [keys.files.infos(), keys.files.lists()],
      isInline: true,
    }),
}
