import { Conversation } from '#src/jobs/questions/questions.ts'
import type { Operation } from '#src/lib/operation.ts'
import {
  type LockDecision,
  type LockDialogTask,
  type LockEntry,
  type LockQuestionProps,
  lockQuestion,
} from './lock-question.ts'

/** What one operation asks about locks: it covers every conflict until the operation succeeds or is cancelled. */
export class LockConversation extends Conversation<LockQuestionProps, LockDecision> {
  #props: LockQuestionProps

  constructor(operation: Operation, canSkip: boolean) {
    super(lockQuestion)
    this.#props = {
      operation,
      entries: [],
      round: 0,
      nextTry: undefined,
      work: undefined,
      canSkip,
      error: undefined,
    }
  }

  /** Whether the user has chosen to wait in the tray; true during the retries as well. */
  get isWaiting(): boolean {
    return this.state === 'aside'
  }
  get isCancelling(): boolean {
    return this.state === 'cancelled'
  }

  /** Sets the operation that the dialog describes. */
  setOperation(operation: Operation): void {
    this.#change({ operation })
  }

  #change(part: Partial<LockQuestionProps>): LockQuestionProps {
    this.#props = { ...this.#props, ...part }
    return this.#props
  }

  /** Shows the list and waits for an answer. With `error`, unlocking failed and the same list is shown again. */
  askAbout(entries: readonly LockEntry[], error?: Error): Promise<LockDecision> {
    const { round } = this.#props
    return this.ask(
      this.#change({
        entries,
        round: error ? Math.max(round, 1) : round + 1,
        work: undefined,
        error,
      }),
    )
  }

  /** Marks the dialog as busy while the answer is carried out. */
  setWorking(work: LockDialogTask): void {
    if (this.state !== undefined) this.show(this.#change({ work, error: undefined }), 'busy')
  }

  /** Waits in the tray until the user acts, or `ms` have passed: then it is to be tried again. */
  async waitInTray(entries: readonly LockEntry[], ms: number): Promise<LockDecision> {
    const stop = new AbortController()
    const answered = this.ask(this.#change({ work: undefined, entries }), 'aside')
    const passed = waitWhileActive(ms, stop.signal, (nextTry) =>
      this.update(this.#change({ nextTry })),
    )
    try {
      return await Promise.race([answered, passed.then((): LockDecision => ({ action: 'retry' }))])
    } finally {
      stop.abort()
      this.show(this.#change({ nextTry: undefined }), 'aside')
    }
  }
}

/** Resolves after `ms` during which the page is visible and online, or when `stop` aborts. */
async function waitWhileActive(
  ms: number,
  stop: AbortSignal,
  onSchedule: (dueAt: number | undefined) => void,
): Promise<void> {
  let left = ms
  while (left > 0 && !stop.aborted) {
    const startedAt = Date.now()
    const isActive = !document.hidden && navigator.onLine
    onSchedule(isActive ? startedAt + left : undefined)
    await changeOrTimeout(isActive ? left : undefined, stop)
    if (isActive) left -= Date.now() - startedAt
  }
}

/** Resolves when visibility or connectivity changes, after `ms`, or when `stop` aborts. */
function changeOrTimeout(ms: number | undefined, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    const { signal } = ended
    stop.addEventListener('abort', end, { signal })
    document.addEventListener('visibilitychange', end, { signal })
    addEventListener('online', end, { signal })
    addEventListener('offline', end, { signal })
  })
}
