import { onSignOut } from '#src/api/resets.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import type { FolderGoneQuestion } from './folder-gone-question.ts'

const resolvers = new Set<(folder: string | undefined) => void>()
let lastId = 0

/** Asks in a dialog above every page where to write instead. Resolves to undefined when the user cancels or signs out. */
export function askForOtherFolder(
  question: Pick<FolderGoneQuestion, 'folder' | 'movedTo'>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    resolvers.add(resolve)
    const answer = (folder: string | undefined) => {
      if (!resolvers.delete(resolve)) return
      closeDialog()
      resolve(folder)
    }
    openDialog({ folderGone: { ...question, id: ++lastId, answer } })
  })
}

onSignOut(() => {
  for (const resolve of resolvers) resolve(undefined)
  resolvers.clear()
})
