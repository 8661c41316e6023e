import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { addStep, beginLog, endLog, holdLog, type KeptLog } from '#src/lib/keep.ts'
import { uuid } from '#src/lib/uuid.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import type { Operation } from '#src/lib/operation.ts'

/*
 * The lasting half of the ledger. Items are written by their place in the list of what was asked for; the last word
 * about a place holds. What was sent and never answered is in doubt, and looked up before anything is sent again.
 */

export type Outcome =
  | { readonly at: 'waiting' }
  /** On its way, or its answer is lost. */
  | { readonly at: 'sent' }
  | { readonly at: 'done' }
  | { readonly at: 'failed'; readonly error: Error }
  | { readonly at: 'locked'; readonly error: LockConflictError }

type KeptError = {
  code?: number
  message: string
  detail?: string | undefined
  correlationId?: string | undefined
}
type Step =
  | { items: readonly BatchItem[] }
  | { at: Exclude<Outcome['at'], 'failed'>; places: readonly number[] }
  | { at: 'failed'; places: readonly number[]; error: KeptError }

type What = { kind: string; operation: Operation; rest: object }

/** Written at once: few enough that cloning them goes unnoticed. */
const itemsAtOnce = 500

function pack(error: Error): KeptError {
  if (!(error instanceof ApiError)) return { message: error.message }
  const { code, message, detail, correlationId } = error
  return { code, message, detail, correlationId }
}

const unpack = ({ code, ...facts }: KeptError): Error =>
  code === undefined ? new TransportError('malformed') : new ApiError({ code, ...facts })

/** The log of one batch while it runs. */
export class LedgerLog {
  readonly id: string
  /** Whether it is there after a reload. */
  readonly isLasting: boolean
  #release: (() => void) | undefined

  private constructor(id: string, isLasting: boolean, release: () => void) {
    this.id = id
    this.isLasting = isLasting
    this.#release = release
  }

  /** Writes down what is asked for. */
  static async begin(
    user: string,
    what: What,
    items: readonly BatchItem[],
  ): Promise<LedgerLog | undefined> {
    const id = uuid()
    const release = await holdLog(id)
    if (!release) return undefined
    const parts: Step[] = []
    for (let at = 0; at < items.length; at += itemsAtOnce) {
      parts.push({ items: items.slice(at, at + itemsAtOnce) })
    }
    return new LedgerLog(id, await beginLog(user, id, what, parts), release)
  }

  /** Takes up the log of a batch that was cut off; undefined when another tab has. */
  static async goOn(id: string): Promise<LedgerLog | undefined> {
    const release = await holdLog(id)
    return release && new LedgerLog(id, true, release)
  }

  /** Resolves once it is written. */
  write(places: readonly number[], outcome: Outcome): Promise<void> {
    const { at } = outcome
    const step: Step = at === 'failed' ? { at, places, error: pack(outcome.error) } : { at, places }
    return addStep(this.id, step)
  }

  /** Leaves the log as it is: to be taken up again, or forgotten with its user. */
  release(): void {
    this.#release?.()
    this.#release = undefined
  }

  async end(): Promise<void> {
    await endLog(this.id)
    this.release()
  }
}

/** What a log says. */
export type Past = What & {
  readonly id: string
  readonly items: readonly BatchItem[]
  readonly outcomes: readonly Outcome[]
}

/** Reads a log; undefined when it is not that of a batch. */
export function readPast({ id, what, steps }: KeptLog): Past | undefined {
  const { kind, operation, rest } = (what ?? {}) as Partial<What>
  if (kind === undefined || !operation || !rest) return undefined
  const items: BatchItem[] = []
  const outcomes: Outcome[] = []
  for (const step of steps as readonly Step[]) {
    if ('items' in step) {
      items.push(...step.items)
      continue
    }
    const outcome: Outcome =
      step.at === 'failed'
        ? { at: 'failed', error: unpack(step.error) }
        : step.at === 'locked'
          ? // What held it may be gone by now: it is sent again.
            { at: 'waiting' }
          : { at: step.at }
    for (const place of step.places) outcomes[place] = outcome
  }
  return { id, kind, operation, rest, items, outcomes }
}
