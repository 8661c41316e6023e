import { onSignOut } from '#src/api/resets.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import type { NameClashAnswer, NameClashQuestion } from './name-clash-question.ts'

const resolvers = new Set<(answer: NameClashAnswer) => void>()
let lastId = 0

/** Asks in a dialog above every page. Resolves to `cancel` when the user signs out. */
export function askAboutNameClashes(
  question: Omit<NameClashQuestion, 'id' | 'answer'>,
): Promise<NameClashAnswer> {
  return new Promise((resolve) => {
    resolvers.add(resolve)
    const answer = (given: NameClashAnswer) => {
      if (!resolvers.delete(resolve)) return
      closeDialog()
      resolve(given)
    }
    openDialog({ nameClash: { ...question, id: ++lastId, answer } })
  })
}

onSignOut(() => {
  for (const resolve of resolvers) resolve('cancel')
  resolvers.clear()
})
