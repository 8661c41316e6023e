import type { Session } from './session.ts'

/** What a person, the service or the wire does next. */
export type Step = {
  /** As it is written in a test that keeps a sequence. */
  readonly name: string
  /** Whether it can be done now; it is left out of the sequence otherwise. */
  readonly isPossible: (session: Session) => boolean
  readonly run: (session: Session) => Promise<void> | void
}
