import type { LockConflict } from '#src/contract/lock.ts'
import { defineQuestion, type Question } from '#src/jobs/questions/questions.ts'
import type { Operation } from '#src/lib/operation.ts'

/** The user cancelled an operation because of a lock. Not a failure: one message says what was not done. */
export class LockCancelledError extends Error {
  override name = 'LockCancelledError'
  readonly operation: Operation
  constructor(operation: Operation) {
    super('cancelled')
    this.operation = operation
  }
}

/** One locked item that blocks an operation. */
export type LockEntry = {
  /** Unique within the list. */
  readonly key: string
  /** URI of the locked item, when the service tells it. */
  readonly path: string | undefined
  /** Name of the requested item that it blocks, when that is known and says more than the path. */
  readonly itemName: string | undefined
  /** The URI that the item so named had before it was deleted. */
  readonly itemOrigin?: string | undefined
  /** Lock token; only its owner gets it. */
  readonly token: string | undefined
  readonly holder: NonNullable<LockConflict['owner']> | undefined
  /** One of `FileType`; other values are shown neutrally. */
  readonly type: number
}

/** Whether the user may unlock it: the service gives the token to its owner only. */
export const canUnlock = ({ token }: LockEntry): boolean => token !== undefined

/** `show`: from the tray, to ask in the dialog again. */
export type LockDecision =
  | {
      readonly action: 'unlock'
      readonly tokens: readonly string[]
      readonly appliesToRest: boolean
    }
  | { readonly action: 'retry' | 'skip' | 'wait' | 'cancel' | 'show' }

export type LockDialogTask = 'unlock' | 'retry' | 'skip'

export type LockQuestionProps = {
  readonly operation: Operation
  readonly entries: readonly LockEntry[]
  /** 1 for the first list, 2 after a retry that met locks again. */
  readonly round: number
  /** In the tray, ms since 1970; undefined during a try, and while the page is hidden or offline. */
  readonly nextTry: number | undefined
  /** What the answer has started. */
  readonly work: LockDialogTask | undefined
  readonly canSkip: boolean
  /** Why unlocking failed; the list has not changed. */
  readonly error: Error | undefined
}
export type LockQuestion = Question<LockQuestionProps, LockDecision>

/** Who has locked what an operation needs, and what to do about it. In the tray it is aside. */
export const lockQuestion = defineQuestion<LockQuestionProps, LockDecision>('lock', {
  action: 'cancel',
})
