import { currentSession } from '#src/api/current-session.ts'
import { session as sessionWrites } from '#src/features/session/session.ts'
import {
  discardInterruptedBatch,
  resumeInterruptedBatch,
} from '#src/features/shell/interrupted/interrupted-batches.ts'
import { answerRestorePlan } from '#src/jobs/batches/restore-plans.ts'
import { answerLockQuestion, resumeLockQuestion } from '#src/jobs/locks/lock-question-handle.ts'
import { currentLockQuestions } from '#src/jobs/locks/lock-questions.ts'
import type { NameClashAnswer } from '#src/jobs/questions/name-clash-question.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { batchSteps } from './batch-steps.ts'
import { isFree, type Place, places } from './choices.ts'
import { checkSignedOut } from './invariants.ts'
import { restoreFolder } from './staging-names.ts'
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

const answerClash = (answer: NameClashAnswer): Step => ({
  name: `person.answerClash('${answer}')`,
  isPossible: ({ page }) => page.shown.clash !== undefined,
  run: ({ page }) => page.shown.clash?.answer(answer),
})

const answerFolderGone = (goesOn: boolean): Step => ({
  name: `person.answerFolderGone(${goesOn})`,
  isPossible: ({ page }) => page.shown.folderGone !== undefined,
  run: ({ page: { shown } }) =>
    shown.folderGone?.answer(goesOn ? shown.folderGone.movedTo : undefined),
})

const answerPlan = (answer: 'all' | 'plain' | 'cancel'): Step => ({
  name: `person.answerPlan('${answer}')`,
  isPossible: ({ page }) => page.shown.question !== undefined,
  run: (session) => {
    const given = {
      createsFolders: answer === 'all',
      stagingFolderName: answer === 'all' ? session.nextStagingName(restoreFolder) : undefined,
    }
    answerRestorePlan(session.page.shown.question?.id ?? 0, answer === 'cancel' ? undefined : given)
  },
})

export type LockAnswer = 'unlock' | 'retry' | 'skip' | 'wait' | 'cancel'
const answerLock = (answer: LockAnswer): Step => ({
  name: `person.answerLock('${answer}')`,
  // One question is on the page at a time.
  isPossible: () => {
    const asked = currentLockQuestions().find(({ state }) => state === 'asking')
    return asked !== undefined && (answer !== 'skip' || asked.canSkip)
  },
  run: () => {
    const asked = currentLockQuestions().find(({ state }) => state === 'asking')
    if (!asked) return
    const tokens = asked.entries.flatMap(({ token }) => token ?? [])
    const isUnlock = answer === 'unlock' && tokens.length > 0
    answerLockQuestion(
      asked.id,
      isUnlock
        ? { action: 'unlock', tokens, appliesToRest: true }
        : { action: answer === 'unlock' ? 'retry' : answer },
    )
  },
})

const wake = (reason: 'now' | 'cancel' | 'show'): Step => ({
  name: `person.wake('${reason}')`,
  isPossible: (session) =>
    isFree(session) && currentLockQuestions().some(({ state }) => state === 'waiting'),
  run: () => {
    const waiting = currentLockQuestions().find(({ state }) => state === 'waiting')
    if (waiting) resumeLockQuestion(waiting.id, reason)
  },
})

const reload = (): Step => ({
  name: 'person.reload()',
  isPossible: ({ wire }) => !wire.outage,
  run: (session) => session.reload(),
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
    const decide = isWanted ? resumeInterruptedBatch : discardInterruptedBatch
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
  ...batchSteps,
  enter,
  refresh,
  answerClash,
  answerFolderGone,
  answerPlan,
  answerLock,
  wake,
  reload,
  signOut,
  resume,
  wait,
  settle,
}
