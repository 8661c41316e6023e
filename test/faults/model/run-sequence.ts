import fc from 'fast-check'
import { currentLockSessions } from '#src/stores/locks/lock-sessions.ts'
import { home, trashUri } from './account.ts'
import { anyStep } from './any-step.ts'
import { checkEnded, checkLists, checkStaging, checkStores } from './invariants.ts'
import { links as linkSteps } from './link-steps.ts'
import { checkLinks, linksOf } from './links.ts'
import { person } from './person-steps.ts'
import { Session } from './session.ts'
import type { Step } from './step.ts'

class StepCommand implements fc.AsyncCommand<Session, Session> {
  readonly #step: Step
  constructor(step: Step) {
    this.#step = step
  }

  check = (session: Readonly<Session>): boolean => this.#step.isPossible(session as Session)
  toString = (): string => this.#step.name

  async run(session: Session): Promise<void> {
    session.taken.push(this.#step.name)
    await this.#step.run(session)
    await session.flush()
    if (!session.isBusy || session.history.ended.length > 0) await check(session)
  }
}

export const anySteps = fc.noBias(
  fc.commands(
    anyStep.map((some) => some.map((step) => new StepCommand(step))),
    { maxCommands: 28, size: 'max' },
  ),
)

/** A sequence that is kept. */
export const sequence = (...steps: readonly Step[]): Iterable<StepCommand> =>
  steps.map((step) => new StepCommand(step))

/** Takes the steps that are possible, and holds the page to what is true whenever nothing is in progress. */
export async function runSequence(
  steps: Iterable<fc.AsyncCommand<Session, Session>>,
  picks: readonly number[] = [],
): Promise<void> {
  const session = await Session.open(picks)
  try {
    await fc.asyncModelRun(() => ({ model: session, real: session }), steps)
    session.taken.push('the end')
    await bringToEnd(session)
    await refreshEverything(session)
  } catch (error) {
    const story = [...session.taken, '', ...session.wire.log.slice(-40)].join('\n  ')
    throw new Error(`${(error as Error).message}\nafter\n  ${story}`, { cause: error })
  } finally {
    await session.close()
  }
}

async function check(session: Session, isExact = false): Promise<void> {
  if (session.checkedAt === session.tick && !isExact) return
  session.checkedAt = session.tick
  const has = await session.everything()
  // They cost a request, and most sequences have nothing to do with them.
  const isAboutLinks =
    session.page.linkList() !== undefined ||
    session.history.ended.some(({ items }) => items.some(({ uri }) => uri.includes('://share/')))
  const links = isAboutLinks ? await linksOf(session.account) : new Map()
  const wrong = await checkEnded(session, has, links)
  if (!session.isBusy) {
    wrong.push(...checkLists(session, has, isExact), ...checkStores(session, has))
    wrong.push(...checkLinks(session, links, has, isExact))
  }
  if (isExact) wrong.push(...checkStaging(has))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

const lockAnswers = ['unlock', 'skip', 'cancel', 'retry', 'wait'] as const
const clashAnswers = ['keepBoth', 'replace', 'skip', 'cancel'] as const
const planAnswers = ['all', 'plain', 'cancel'] as const
/** Questions after which nothing is locked any more, and after which there can be none. */
const maxLocked = 4
const maxQuestions = 30

/** The network is back, every question is answered, and in the end nothing is locked. */
async function bringToEnd(session: Session): Promise<void> {
  session.wire.faults.length = 0
  session.wire.outage = undefined
  if (Date.now() < session.linksHiddenUntil) await linkSteps.passTime().run(session)
  await session.rest()
  const isOpen = () =>
    session.isAsked || currentLockSessions().length > 0 || session.page.shown.interrupted.length > 0
  for (let asked = 0; isOpen(); asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked === maxLocked) session.account.unlock()
    const pick = session.nextPick()
    const answers = [
      person.answerClash(clashAnswers[pick % clashAnswers.length] ?? 'skip'),
      person.answerPlan(planAnswers[pick % planAnswers.length] ?? 'all'),
      person.answerLock(lockAnswers[pick % lockAnswers.length] ?? 'retry'),
      person.wake(asked < maxLocked ? 'show' : 'now'),
      person.resume(pick % 2 === 0),
    ]
    for (const step of answers) {
      if (!step.isPossible(session)) continue
      session.taken.push(step.name)
      await step.run(session)
      break
    }
    await session.rest()
  }
  await check(session)
}

/** After Refresh, every list is what the service has. */
async function refreshEverything(session: Session): Promise<void> {
  const { page } = session
  for (const uri of ['links', `${home}/A`, `${home}/B`, home, trashUri]) {
    const isKnown = uri === 'links' ? page.linkList() !== undefined : page.lists().has(uri)
    if (uri === 'links' && !isKnown) continue
    page.enter(uri)
    await session.rest()
    if (!isKnown) continue
    session.track(page.shown.refetch?.() ?? Promise.resolve())
    await session.rest()
  }
  await check(session, true)
}
