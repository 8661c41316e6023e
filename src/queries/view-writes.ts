import { saveView } from '#src/api/files.ts'
import { isSameView, wholeView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { showToast } from '#src/stores/toasts.ts'
import { rebaseViewDraft, type ViewEdit } from '#src/stores/view-drafts.ts'
import { defineMutation } from './define-mutation.ts'
import { about, folderLists, infoKey, listsKey } from './file-lists.ts'
import { readOwn, views } from './views.ts'

/** The view of this folder was changed elsewhere since it was read; nothing was saved. */
export class ViewChangedError extends Error {
  override name = 'ViewChangedError'
}

export type SaveView = {
  folder: string
  /** Name of the folder, for the words about it. */
  name: string
  /** What is saved; where it is a reset, the folder looks like the one above again. */
  edit: ViewEdit
  /** What was saved for it when it was last read: anything else is somebody else's change. */
  over: ViewSetting | null
}
/** `lookedUp`: no answer came, and the folder was found to have the view. */
type Saved = { lookedUp: boolean }

const wishOf = ({ edit }: SaveView): ViewSetting | null =>
  edit.isReset ? null : wholeView(edit.view)

export const viewWrites = {
  /** Rejects with {@link ViewChangedError} rather than write over what somebody else saved meanwhile. */
  save: () =>
    defineMutation<SaveView, Saved>({
      send: async (save) => {
        const [found, wish] = [await readOwn(save.folder), wishOf(save)]
        if (!isSameView(found, save.over) && !isSameView(found, wish)) throw new ViewChangedError()
        await saveView(save.folder, wish)
        return { lookedUp: false }
      },
      check: async (save) =>
        isSameView(await readOwn(save.folder), wishOf(save)) ? { lookedUp: true } : undefined,
      operation: ({ name }) => about('saveView', [{ name }]),
      patch: (client, { lookedUp }, save) => {
        const { folder, edit } = save
        const own = wishOf(save)
        client.setQueryData(views.own(folder).queryKey, own)
        for (const { uri, listing } of folderLists(client)) {
          if (uri === folder && listing.head) listing.putHead({ ...listing.head, view: edit.view })
        }
        rebaseViewDraft(folder, { own, base: edit.view }, edit)
        showToast({ kind: 'done', key: 'viewSaved', values: { lookedUp } })
      },
      // Folders below may look like this one.
      invalidates: () => [infoKey, listsKey],
      inline: true,
    }),
}
