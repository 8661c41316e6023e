import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onSignOut, signOutCount } from '#src/api/resets.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'

/*
 * The one queue of questions that stop a write until the user has answered. A subject defines its kinds of questions; what
 * asks one and the dialog that draws it know each other by that kind only.
 */

/** `cancelled` is the answer when the user closes the dialog or signs out. */
export type QuestionKind<Props, Answer> = {
  readonly name: string
  readonly cancelled: Answer
  /** Carries the type of what the dialog shows; never set. */
  readonly props?: Props
}

export const defineQuestionKind = <Props, Answer>(
  name: string,
  cancelled: Answer,
): QuestionKind<Props, Answer> => ({ name, cancelled })

export type Question<Props = unknown, Answer = never> = {
  readonly id: number
  readonly kind: QuestionKind<Props, unknown>
  readonly props: Props
  /**
   * `busy`: it stays on the screen while its answer is carried out. `aside`: it is off the screen, and can be answered
   * from elsewhere. `cancelled`: the user gave up while an answer was carried out.
   */
  readonly state: 'asking' | 'busy' | 'aside' | 'cancelled'
  readonly answer: (answer: Answer) => void
  readonly cancel: () => void
}

const useStore = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }))

export const isQuestionOfKind = <Props, Answer>(
  question: Question | undefined,
  kind: QuestionKind<Props, Answer>,
): question is Question<Props, Answer> => question?.kind === kind

const questionsOf = <Props, Answer>(
  questions: readonly Question[],
  kind: QuestionKind<Props, Answer>,
): Question<Props, Answer>[] =>
  questions.flatMap((question) => (isQuestionOfKind(question, kind) ? [question] : []))

const isOnScreen = ({ state }: Question): boolean => state === 'asking' || state === 'busy'

/** The question on the screen: the one that has been open longest. */
export const useCurrentQuestion = (): Question | undefined =>
  useStore(({ questions }) => questions.find(isOnScreen))
export const useQueuedQuestionCount = (): number =>
  useStore(({ questions }) => Math.max(questions.filter(isOnScreen).length - 1, 0))
export const allQuestions = (): readonly Question[] => useStore.getState().questions
export const questionsOfKind = <Props, Answer>(kind: QuestionKind<Props, Answer>) =>
  questionsOf(allQuestions(), kind)
export const useQuestionsOfKind = <Props, Answer>(kind: QuestionKind<Props, Answer>) =>
  useStore(useShallow(({ questions }) => questionsOf(questions, kind)))

/**
 * A question that may be asked several times, with other props. It keeps its place in the queue until it is closed, but
 * one that comes back to the screen is behind those that are open: the choices in the dialog of the first would be lost.
 */
export class RepeatableQuestion<Props, Answer> {
  readonly id = uniqueNumber()
  readonly #kind: QuestionKind<Props, Answer>
  readonly #signOuts = signOutCount()
  #resolve: ((answer: Answer) => void) | undefined
  /** What was answered from elsewhere when nothing was asked. */
  #early: { readonly answer: Answer } | undefined

  constructor(kind: QuestionKind<Props, Answer>) {
    this.#kind = kind
  }

  /** Undefined before the first question, and after a sign-out. */
  get state(): Question['state'] | undefined {
    return allQuestions().find(({ id }) => id === this.id)?.state
  }

  ask(props: Props, state: 'asking' | 'aside' = 'asking'): Promise<Answer> {
    // What was started before a sign-out must not ask the next user.
    if (this.#signOuts !== signOutCount()) return Promise.resolve(this.#kind.cancelled)
    const early = state === 'aside' ? this.#early : undefined
    this.show(props, state)
    return new Promise((resolve) => {
      if (early) resolve(early.answer)
      else this.#resolve = resolve
    })
  }

  /** Changes what is shown without waiting for an answer; an earlier `ask` gets none any more. */
  show(props: Props, state: Question['state']): void {
    if (this.#signOuts !== signOutCount()) return
    this.#resolve = undefined
    this.#early = undefined
    this.#put(props, state)
  }

  /** Changes what is shown, and goes on waiting for the answer. */
  update(props: Props): void {
    if (this.state) this.#put(props, this.state)
  }

  #put(props: Props, state: Question['state']): void {
    const question: Question<Props, Answer> = {
      id: this.id,
      kind: this.#kind,
      props,
      state,
      answer: (answer) => this.#answer(answer),
      cancel: () => this.#answer(this.#kind.cancelled),
    }
    useStore.setState(({ questions }) => {
      const known = questions.find(({ id }) => id === this.id)
      const keepsPlace = known && (isOnScreen(known) || !isOnScreen(question))
      return {
        questions: keepsPlace
          ? questions.map((each) => (each === known ? question : each))
          : [...questions.filter((each) => each !== known), question],
      }
    })
  }

  /** The dialog of a busy question offers nothing but Cancel. Aside, other answers wait until it is asked again. */
  #answer(answer: Answer): void {
    const resolve = this.#resolve
    this.#resolve = undefined
    const isCancel = this.state === 'busy' || answer === this.#kind.cancelled
    if (resolve) resolve(answer)
    else if (this.state === 'aside' && !isCancel) this.#early = { answer }
    else if (this.state === 'aside' || this.state === 'busy') {
      useStore.setState(({ questions }) => ({
        questions: questions.map((each) =>
          each.id === this.id ? { ...each, state: 'cancelled' } : each,
        ),
      }))
    }
  }

  cancel(): void {
    if (this.#resolve) this.#answer(this.#kind.cancelled)
  }

  close(): void {
    useStore.setState(({ questions }) => ({
      questions: questions.filter(({ id }) => id !== this.id),
    }))
  }
}

export async function askQuestion<Props, Answer>(
  kind: QuestionKind<Props, Answer>,
  props: Props,
): Promise<Answer> {
  const conversation = new RepeatableQuestion(kind)
  try {
    return await conversation.ask(props)
  } finally {
    conversation.close()
  }
}

onSignOut(() => {
  const questions = allQuestions()
  useStore.setState({ questions: [] })
  for (const { cancel } of questions) cancel()
})
