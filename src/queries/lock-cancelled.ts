import type { Operation } from '#src/stores/lock-sessions.ts'

/** The user gave an operation up because of a lock. Not a failure: one message says what was not done. */
export class LockCancelledError extends Error {
  override name = 'LockCancelledError'
  readonly operation: Operation
  constructor(operation: Operation) {
    super('cancelled')
    this.operation = operation
  }
}
