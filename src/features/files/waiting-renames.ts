import { useMemo } from 'react'
import { type LockQuestion, lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { questionsOfKind, useQuestionsOfKind } from '#src/jobs/questions/questions.ts'

/** The names that items get once they are unlocked, by the URIs of the items. */
const waitingNames = (questions: readonly LockQuestion[]): ReadonlyMap<string, string> =>
  new Map(
    questions.flatMap(({ state, props: { uri, operation } }) =>
      state === 'aside' && uri !== undefined && operation.newName !== undefined
        ? [[uri, operation.newName]]
        : [],
    ),
  )

export function useWaitingNames(): ReadonlyMap<string, string> {
  const questions = useQuestionsOfKind(lockQuestion)
  return useMemo(() => waitingNames(questions), [questions])
}

/** Whether the item at this URI waits to be unlocked for a rename. */
export const isRenameWaiting = (uri: string): boolean =>
  waitingNames(questionsOfKind(lockQuestion)).has(uri)
