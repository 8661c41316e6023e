import { vi } from 'vitest'
import { allQuestions } from '#src/jobs/questions/questions.ts'
import { home, trashUri } from '../model/account.ts'
import { defineModel, expectNothing, findWrong } from '../model/define-model.ts'
import { unlockEverything } from '../model/steps/world-steps.ts'
import { anyAppStep } from './any-app-step.ts'
import {
  checkBadges,
  checkDialogs,
  checkFocus,
  checkLoading,
  checkRows,
  checkText,
} from './app-invariants.ts'
import { AppSession } from './app-session.ts'
import { person } from './app-steps.ts'
import { topDialog } from './screen.ts'

export const appModel = defineModel<AppSession>({
  name: 'app model',
  anyStep: anyAppStep,
  maxSteps: 30,
  open: (choices) => AppSession.openApp(choices),
  check: async (session) => {
    if (!session.isBusy) await check(session)
  },
  end: async (session) => {
    await bringToEnd(session)
    await refreshEverything(session)
  },
})

async function check(session: AppSession, isExact = false): Promise<void> {
  // Until the message about their deletion has gone, links are hidden, and still there.
  session.linksHiddenUntil = isDelaying(session) ? Infinity : 0
  const wrong = await findWrong(session, isExact)
  wrong.push(...checkRows(session), ...checkBadges(session), ...checkDialogs())
  wrong.push(...checkFocus(session), ...checkText())
  // A job that asks shows how far it is. It may ask only while the lists are read again.
  if (isExact && allQuestions().length === 0) wrong.push(...checkLoading())
  expectNothing(wrong)
}

const isDelaying = ({ page }: AppSession): boolean =>
  page.shown.toasts.some(({ message }) => message.kind === 'delayed')

/** Longer than Undo of a deletion of links is on offer, in ms. */
const undoMs = 8_000

/** Questions after which nothing is locked any more, and after which there can be none. */
const maxLocked = 4
const maxQuestions = 40

/** The network is back, and every dialog is answered or closed. */
async function bringToEnd(session: AppSession): Promise<void> {
  const { wire } = session
  wire.faults.length = 0
  wire.outage = undefined
  await session.rest()
  for (let asked = 0; topDialog() || allQuestions().length > 0; asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked >= maxLocked) await unlockEverything(session)
    const step = topDialog()
      ? person.press('dialog', session.nextChoice() + asked)
      : person.pressNamed(/^Retry/)
    if (asked > maxQuestions / 2) await session.perform(session.user.keyboard('{Escape}'))
    else if (step.isPossible(session)) await step.run(session)
    await session.rest()
    await check(session)
  }
  await session.perform(session.user.keyboard('{Escape}'))
  // A message stays while the focus is in it.
  document.querySelector<HTMLElement>('main')?.focus()
  if (isDelaying(session)) await vi.advanceTimersByTimeAsync(undoMs)
  await session.rest()
  await check(session)
}

/** After Refresh every list is what the service has. */
async function refreshEverything(session: AppSession): Promise<void> {
  const folders = [home, `${home}/A`, `${home}/B`].map(
    (uri) => `/files?uri=${encodeURIComponent(uri)}`,
  )
  for (const path of ['/shares', ...folders, '/trash']) {
    await session.goTo(path)
    // A draft that would be lost.
    const discard = person.pressNamed(/^(Discard|Leave|Don’t save)/)
    if (topDialog() && discard.isPossible(session)) await discard.run(session)
    await session.rest()
    document.querySelector<HTMLElement>('main')?.focus()
    await session.perform(session.user.keyboard('r'))
    await session.rest()
  }
  await check(session, true)
  if (session.page.lists().get(trashUri)?.loadState.at !== 'complete')
    throw new Error('The trash has not been read.')
}
