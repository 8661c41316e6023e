import { allQuestions } from '#src/jobs/questions/questions.ts'
import { home, trashUri } from './account.ts'
import { defineModel, expectNothing, findWrong } from './define-model.ts'
import { Session } from './session.ts'
import { anyStep } from './steps/any-step.ts'
import { links as linkSteps } from './steps/link-steps.ts'
import { person } from './steps/person-steps.ts'
import { unlockEverything } from './steps/world-steps.ts'

export const model = defineModel<Session>({
  name: 'model',
  anyStep,
  maxSteps: 28,
  open: (choices) => Session.open(choices),
  check: async (session) => {
    if (!session.isBusy || session.history.ended.length > 0) await check(session)
  },
  end: async (session) => {
    await bringToEnd(session)
    await refreshEverything(session)
  },
})

export async function check(session: Session, isExact = false): Promise<void> {
  if (session.checkedAt === session.tick && !isExact) return
  session.checkedAt = session.tick
  expectNothing([...(await findWrong(session, isExact)), ...session.unlockings.check()])
}

const lockAnswers = ['unlock', 'unlockThese', 'skip', 'cancel', 'retry', 'wait'] as const
const clashAnswers = ['keepBoth', 'replace', 'skip', 'cancel'] as const
const planAnswers = ['all', 'plain', 'cancel'] as const
/** Questions after which nothing is locked any more, and after which there can be none. */
const maxLocked = 4
const maxQuestions = 30

/** The network is back, every question is answered, and in the end nothing is locked. */
export async function bringToEnd(session: Session): Promise<void> {
  session.wire.faults.length = 0
  session.wire.outage = undefined
  if (Date.now() < session.linksHiddenUntil) await linkSteps.passTime().run(session)
  await session.rest()
  const isOpen = () =>
    session.isAsked || allQuestions().length > 0 || session.page.shown.interrupted.length > 0
  for (let asked = 0; isOpen(); asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked === maxLocked) await unlockEverything(session)
    const choice = session.nextChoice()
    const answers = [
      person.answerClash(clashAnswers[choice % clashAnswers.length] ?? 'skip'),
      person.answerFolderGone(choice % 2 === 0),
      person.answerPlan(planAnswers[choice % planAnswers.length] ?? 'all'),
      person.answerLock(lockAnswers[choice % lockAnswers.length] ?? 'retry'),
      person.wake(asked < maxLocked ? 'show' : 'now'),
      person.resume(choice % 2 === 0),
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
export async function refreshEverything(session: Session): Promise<void> {
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
