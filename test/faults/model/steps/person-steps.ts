import { currentSession } from '#src/api/current-session.ts'
import { nameClashQuestion } from '#src/features/name-clash/name-clash-question.ts'
import { session as sessionWrites } from '#src/features/session/session.ts'
import {
  discardInterruptedJob,
  resumeInterruptedJob,
} from '#src/features/shell/interrupted/resume-jobs.ts'
import { restorePlanQuestion } from '#src/features/trash/restore-plan/restore-plan.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import {
  questionsOfKind,
  isQuestionOfKind,
  type Question,
  type QuestionKind,
} from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { folderGoneQuestion } from '#src/jobs/verification/target-folder.ts'
import {
  decideClashChoices,
  defaultNameClashDecisions,
  type NameClashRule,
} from '#src/lib/names/name-clash.ts'
import { checkSignedOut } from '../checks/invariants.ts'
import { isFree, type Place, places } from '../choices.ts'
import type { Session } from '../session.ts'
import { jobSteps } from './job-steps.ts'
import type { Step } from './step.ts'

/* What a person does on the page. */

const enter = (place: Place | 'none'): Step => ({
  name: `person.enter('${place}')`,
  isPossible: isFree,
  run: ({ page }) => page.enter(place === 'none' ? undefined : places[place]),
})

const refresh = (): Step => ({
  name: 'person.refresh()',
  isPossible: (session) => isFree(session) && session.page.shown.refetch !== undefined,
  run: (session) => session.track(session.page.shown.refetch?.() ?? Promise.resolve()),
})

/** The question on the page, when it is of this kind and waits for an answer. */
function askedOf<Props, Answer>(
  { page }: Session,
  kind: QuestionKind<Props, Answer>,
): Question<Props, Answer> | undefined {
  const { question } = page.shown
  return isQuestionOfKind(question, kind) && question.state === 'asking' ? question : undefined
}

export type ClashAnswer = NameClashRule | 'cancel'
const answerClash = (answer: ClashAnswer): Step => ({
  name: `person.answerClash('${answer}')`,
  isPossible: (session) => askedOf(session, nameClashQuestion) !== undefined,
  run: (session) => {
    const asked = askedOf(session, nameClashQuestion)
    if (answer === 'cancel') return asked?.cancel()
    const decisions = { ...defaultNameClashDecisions, rule: answer }
    const decided = decideClashChoices(decisions, asked?.props.clashes ?? [])
    return asked?.answer({ rule: answer, decided })
  },
})

const answerFolderGone = (goesOn: boolean): Step => ({
  name: `person.answerFolderGone(${goesOn})`,
  isPossible: (session) => askedOf(session, folderGoneQuestion) !== undefined,
  run: (session) => {
    const asked = askedOf(session, folderGoneQuestion)
    asked?.answer(goesOn ? asked.props.movedTo : undefined)
  },
})

const answerPlan = (answer: 'all' | 'plain' | 'cancel'): Step => ({
  name: `person.answerPlan('${answer}')`,
  isPossible: (session) => askedOf(session, restorePlanQuestion) !== undefined,
  run: (session) => {
    const asked = askedOf(session, restorePlanQuestion)
    if (answer === 'cancel') return asked?.cancel()
    const rule = answer === 'all' ? 'keepBoth' : 'skip'
    return asked?.answer({
      rule,
      decided: decideClashChoices({ ...defaultNameClashDecisions, rule }, asked.props.nameClashes),
      omittedFolders: new Set(answer === 'all' ? [] : asked.props.missingFolders),
    })
  },
})

/** `unlock` with the tick that others found on the way are unlocked too, `unlockThese` without it. */
export type LockAnswer = 'unlock' | 'unlockThese' | 'retry' | 'skip' | 'wait' | 'cancel'
const answerLock = (answer: LockAnswer): Step => ({
  name: `person.answerLock('${answer}')`,
  isPossible: (session) => {
    const asked = askedOf(session, lockQuestion)
    return asked !== undefined && (answer !== 'skip' || asked.props.canSkip)
  },
  run: (session) => {
    const asked = askedOf(session, lockQuestion)
    const tokens = asked?.props.entries.flatMap(({ token }) => token ?? []) ?? []
    if (answer !== 'unlock' && answer !== 'unlockThese') return asked?.answer({ action: answer })
    if (tokens.length === 0) return asked?.answer({ action: 'retry' })
    const appliesToRest = answer === 'unlock'
    session.unlockings.noteAnswer(appliesToRest)
    return asked?.answer({ action: 'unlock', tokens, appliesToRest })
  },
})

const waiting = () => questionsOfKind(lockQuestion).find(({ state }) => state === 'aside')
const wake = (reason: 'now' | 'cancel' | 'show'): Step => ({
  name: `person.wake('${reason}')`,
  isPossible: (session) => isFree(session) && waiting() !== undefined,
  run: () => waiting()?.answer({ action: reason === 'now' ? 'retry' : reason }),
})

const reload = (): Step => ({
  name: 'person.reload()',
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.reload(),
})

/** After so many requests and moments of the clock, or when there is nothing more to wait for. */
const reloadAfter = (count: number): Step => ({
  name: `person.reloadAfter(${count})`,
  isPossible: ({ wire, isBusy }) => !wire.outage && isBusy,
  run: async (session) => {
    for (let at = 0; at < count && (await session.step()); at++);
    await session.reload()
  },
})

/** Signs out in the middle of whatever goes on, and in again. */
const signOut = (): Step => ({
  name: 'person.signOut()',
  isPossible: (session) => isFree(session) && !session.wire.outage,
  run: async (session) => {
    const { client } = session.page
    const progress = { isSettled: false }
    const signingOut = startMutation(client, sessionWrites.signOut(), undefined)
    void signingOut.catch(() => undefined).finally(() => (progress.isSettled = true))
    while (!progress.isSettled && (await session.step()));
    await session.flush()
    if (currentSession().status !== 'out') return
    await checkSignedOut(session)
    await session.reload()
  },
})

const resume = (isWanted: boolean): Step => ({
  name: `person.resume(${isWanted})`,
  isPossible: ({ page }) => page.shown.interrupted.length > 0,
  run: (session) => {
    const { client, shown } = session.page
    const id = shown.interrupted[0]?.id ?? ''
    const decide = isWanted ? resumeInterruptedJob : discardInterruptedJob
    session.track(decide(client, id))
  },
})

const wait = (count: number): Step => ({
  name: `person.wait(${count})`,
  isPossible: ({ isBusy }) => isBusy,
  run: async (session) => {
    for (let at = 0; at < count; at++) await session.step()
  },
})

const settle = (): Step => ({
  name: 'person.settle()',
  // What waits for the service tries again without end.
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.rest(),
})

export const person = {
  ...jobSteps,
  enter,
  refresh,
  answerClash,
  answerFolderGone,
  answerPlan,
  answerLock,
  wake,
  reload,
  reloadAfter,
  signOut,
  resume,
  wait,
  settle,
}
