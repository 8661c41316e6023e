import fc from 'fast-check'
import { it } from 'vitest'
import { parseUri } from '#src/contract/uri.ts'
import { checkEnded, checkLists, checkStaging, checkStores } from './checks/invariants.ts'
import { checkLinks, linksOf } from './links.ts'
import type { Session } from './session.ts'
import type { Sequence, Step } from './steps/step.ts'

/* What the model of the operations and that of the whole app have in common: sequences of steps, and their tests. */

type Model<S extends Sequence> = {
  readonly name: string
  readonly anyStep: fc.Arbitrary<Step<S>>[]
  /** In one sequence. */
  readonly maxSteps: number
  /** `selects` chooses among requests that wait at the same time. */
  readonly open: (choices: readonly number[]) => Promise<S>
  /** Called after each step; throws what is wrong. */
  readonly check: (session: S) => Promise<void>
  /** Answers every question and reads every list again, then holds them to what the service has. */
  readonly end: (session: S) => Promise<void>
}

/** The number of sequences and the seed of the first, and how long one may take, in ms. */
type Runs = { readonly count: number; readonly seed: number; readonly maxMs: number }

/** Requests that are printed when a sequence fails. */
const maxLogged = 40

/** Returns the tests of random sequences and of those that are kept. */
export function defineModel<S extends Sequence>({
  name,
  anyStep,
  maxSteps,
  open,
  check,
  end,
}: Model<S>) {
  class StepCommand implements fc.AsyncCommand<S, S> {
    readonly #step: Step<S>
    constructor(step: Step<S>) {
      this.#step = step
    }

    check = (session: Readonly<S>): boolean => this.#step.isPossible(session)
    toString = (): string => this.#step.name

    async run(session: S): Promise<void> {
      session.taken.push(this.#step.name)
      await this.#step.run(session)
      await session.flush()
      await check(session)
    }
  }

  const anySteps = fc.noBias(
    fc.commands(
      anyStep.map((some) => some.map((step) => new StepCommand(step))),
      { maxCommands: maxSteps, size: 'max' },
    ),
  )
  const anyOrder = fc.array(fc.nat({ max: 11 }), { maxLength: 60, size: 'max' })

  /** Takes the steps that are possible, and holds the page to what is true whenever nothing is in progress. */
  async function run(
    steps: Iterable<fc.AsyncCommand<S, S>>,
    choices: readonly number[],
  ): Promise<void> {
    const session = await open(choices)
    try {
      await fc.asyncModelRun(() => ({ model: session, real: session }), steps)
      session.taken.push('the end')
      await end(session)
    } catch (error) {
      const story = [...session.taken, '', ...session.wire.log.slice(-maxLogged)].join('\n  ')
      throw new Error(`${(error as Error).message}\nafter\n  ${story}`, { cause: error })
    } finally {
      await session.close()
    }
  }

  return {
    testAny: (title: string, { count, seed, maxMs }: Runs): void =>
      it(title, { timeout: 60_000 + count * maxMs }, async () => {
        console.info(`${name}: ${count} sequences, seed ${seed}`)
        await fc.assert(fc.asyncProperty(anySteps, anyOrder, run), { numRuns: count, seed })
      }),
    testKept: (title: string, steps: readonly Step<S>[], choices: readonly number[]): void =>
      it(title, () =>
        run(
          steps.map((step) => new StepCommand(step)),
          choices,
        ),
      ),
  }
}

/** What is wrong with lists, jobs and links, in words; of operations that have ended also while others go on. */
export async function findWrong(session: Session, isExact: boolean): Promise<string[]> {
  const has = await session.everything()
  // They cost a request, and most sequences have nothing to do with them.
  const isAboutLinks =
    session.page.linkList() !== undefined ||
    session.history.ended.some(({ items, result }) =>
      // A job that goes on after a reload was started without items.
      [...items, ...(result?.done ?? []), ...(result?.left ?? [])].some(
        ({ uri }) => parseUri(uri).host === 'share',
      ),
    )
  const links = isAboutLinks ? await linksOf(session.account) : new Map()
  const wrong = await checkEnded(session, has, links)
  if (!session.isBusy) {
    wrong.push(...checkLists(session, has, isExact), ...checkStores(session, has))
    wrong.push(...checkLinks(session, links, has, isExact))
  }
  if (isExact) wrong.push(...checkStaging(session, has))
  return wrong
}

/** Throws unless nothing is wrong. */
export function expectNothing(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}
