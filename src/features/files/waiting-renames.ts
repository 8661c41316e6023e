import { type LockQuestion, lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { questionsOfKind, useQuestionsOfKind } from '#src/jobs/questions/questions.ts'

/** The names that items get once they are unlocked, by the URIs of the items. */
const waitingNames = (
  questions: readonly LockQuestion[],
  isAmong: (state: LockQuestion['state']) => boolean,
): ReadonlyMap<string, string> =>
  new Map(
    questions.flatMap(({ state, props: { uri, operation } }) =>
      isAmong(state) && uri !== undefined && operation.newName !== undefined
        ? [[uri, operation.newName]]
        : [],
    ),
  )

/** Also of those that the dialog asks about. */
export const useWaitingNames = (): ReadonlyMap<string, string> =>
  waitingNames(useQuestionsOfKind(lockQuestion), (state) => state !== 'cancelled')

const isAside = (state: LockQuestion['state']): boolean => state === 'aside'

/** Whether the item at this URI waits to be unlocked for a rename. */
export const isRenameWaiting = (uri: string): boolean =>
  waitingNames(questionsOfKind(lockQuestion), isAside).has(uri)
export const useIsRenameWaiting = (uri: string): boolean =>
  waitingNames(useQuestionsOfKind(lockQuestion), isAside).has(uri)
