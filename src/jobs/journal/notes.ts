import * as v from 'valibot'
import type { JobStateDefinition } from '#src/jobs/job-definition.ts'

/** What a run of a job has noted, and the state that this makes. */
export class JobNotes<V, State, Note> {
  readonly state: State
  readonly #definition: JobStateDefinition<V, State, Note> | undefined
  readonly #notes: Note[] = []
  readonly #write: (note: object) => Promise<void>

  /** `known`: what was noted before a reload, or by the job that this one continues. */
  constructor(
    definition: JobStateDefinition<V, State, Note> | undefined,
    input: V,
    known: readonly unknown[] = [],
    write: (note: object) => Promise<void> = async () => {},
  ) {
    this.#definition = definition
    this.#write = write
    // A job without notes has no state.
    this.state = definition?.empty(input) as State
    for (const each of known) {
      const read = definition && v.safeParse(definition.note, each)
      if (read?.success) this.#addToState(read.output)
    }
  }

  get all(): readonly Note[] {
    return this.#notes
  }

  #addToState(note: Note): void {
    this.#notes.push(note)
    this.#definition?.add(this.state, note)
  }

  async add(note: Note): Promise<void> {
    this.#addToState(note)
    await this.#write(note as object)
  }
}
