import type { Session } from '../session.ts'

/** One sequence under way. */
export type Sequence = {
  /** Steps that were taken, for the message about a failure. */
  readonly taken: string[]
  readonly wire: { readonly log: readonly string[] }
  flush(): Promise<void>
  close(): Promise<void>
}

/** What a person, the service or the wire does next. */
export type Step<S extends Sequence = Session> = {
  /** As it is written in a test that keeps a sequence. */
  readonly name: string
  /** Whether it can be done now; it is left out of the sequence otherwise. */
  readonly isPossible: (session: S) => boolean
  readonly run: (session: S) => Promise<void> | void
}
