import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { saveView } from '#src/api/files/files.ts'
import { onSignOut } from '#src/api/resets.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { isSameView, completeView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { folderLists } from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-questions.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showUndoableToast } from '#src/jobs/messages/undoable-toast.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { updateViewDraftBase, ViewChangedError, type ViewEdit } from './view-drafts.ts'
import { readOwnView, views } from './views.ts'

export type SaveView = {
  folder: string
  /** Name of the folder, for messages. */
  name: string
  /** What is saved. A reset removes the folder's own view. */
  edit: ViewEdit
  /** The stored view when it was last read; any other stored view is somebody else's change. */
  over: ViewSetting | null
  /** It takes another save back. */
  isUndo?: boolean
}
/** `lookedUp`: no response arrived, and the folder was found to have the view. */
type Saved = { lookedUp: boolean }

const viewToStore = ({ edit }: SaveView): ViewSetting | null =>
  edit.isReset ? null : completeView(edit.view)

/** The newest save of each folder that has not settled. */
const underWay = new Map<string, Promise<unknown>>()
onSignOut(() => underWay.clear())

/** Runs saves of one folder one after the other: the public server refuses most of those that meet (docs/protocol.md §10.1). */
function inOrder<T>(folder: string, save: () => Promise<T>): Promise<T> {
  const mine = (underWay.get(folder) ?? Promise.resolve()).then(save, save)
  underWay.set(folder, mine)
  const forget = () => {
    if (underWay.get(folder) === mine) underWay.delete(folder)
  }
  mine.then(forget, forget)
  return mine
}

/** Saves the view that a folder had before, or removes its own again. A failure is shown in a toast. */
function saveBack(
  client: QueryClient,
  { folder, name, over: before }: SaveView,
  over: ViewSetting | null,
): void {
  const save = async () => {
    const view = before ?? (await client.fetchQuery(views.inherited(folder)))
    const edit = { view, invalidTexts: {}, isReset: before === null }
    await startMutation(client, viewWrites.save(), { folder, name, edit, over, isUndo: true })
  }
  save().catch((error: Error) => {
    if (error instanceof LockCancelledError || error instanceof SessionEndedError) return
    // The user has signed out while the inherited view was read.
    if (isCancelledError(error)) return
    const operation = describeOperation('saveView', [{ name }])
    showToast({ kind: 'failed', error, about: { kind: 'notUndone', operation } })
  })
}

export const viewWrites = {
  /**
   * Saves a view. Rejects with {@link ViewChangedError} instead of overwriting what somebody else has saved meanwhile.
   */
  save: () =>
    defineMutation<SaveView, Saved>({
      send: (save) =>
        inOrder(save.folder, async () => {
          const [stored, next] = [await readOwnView(save.folder), viewToStore(save)]
          if (!isSameView(stored, save.over) && !isSameView(stored, next))
            throw new ViewChangedError()
          await saveView(save.folder, next)
          return { lookedUp: false }
        }),
      check: async (save) =>
        isSameView(await readOwnView(save.folder), viewToStore(save))
          ? { lookedUp: true }
          : undefined,
      operation: ({ name }) => describeOperation('saveView', [{ name }]),
      patch: (client, { lookedUp }, save) => {
        const { folder, edit } = save
        const ownView = viewToStore(save)
        client.setQueryData(views.own(folder).queryKey, ownView)
        for (const { uri, list } of folderLists(client)) {
          if (uri === folder && list.head) list.putHead({ ...list.head, view: edit.view })
        }
        updateViewDraftBase(folder, { ownView, storedView: edit.view }, edit)
        const back = () => saveBack(client, save, ownView)
        showUndoableToast(
          { kind: 'done', key: 'viewSaved', values: { lookedUp } },
          save.isUndo ? undefined : back,
        )
      },
      // Folders below may inherit from this one.
      invalidates: () => [keys.files.infos(), keys.files.lists()],
      inline: true,
    }),
}
