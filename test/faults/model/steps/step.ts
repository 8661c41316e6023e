import type { Session } from '../session.ts'

/** What a person, the service or the wire does next. */
export type Step<S extends Session = Session> = {
  /** As it is written in a test that keeps a sequence. */
  readonly name: string
  /** Whether it can be done now; it is left out of the sequence otherwise. */
  readonly isPossible: (session: S) => boolean
  readonly run: (session: S) => Promise<void> | void
}
