import fc from 'fast-check'
import { vi } from 'vitest'
import { currentLockSessions } from '#src/stores/locks/lock-sessions.ts'
import { home, trashUri } from '../model/account.ts'
import { checkEnded, checkLists, checkStaging, checkStores } from '../model/invariants.ts'
import { checkLinks, linksOf } from '../model/links.ts'
import type { Session } from '../model/session.ts'
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
import { type AppStep, person } from './app-steps.ts'
import { topDialog } from './screen.ts'

class StepCommand implements fc.AsyncCommand<AppSession, AppSession> {
  readonly #step: AppStep
  constructor(step: AppStep) {
    this.#step = step
  }

  check = (session: Readonly<AppSession>): boolean => this.#step.isPossible(session as AppSession)
  toString = (): string => this.#step.name

  async run(session: AppSession): Promise<void> {
    const { name } = this.#step
    session.taken.push(name.includes('.') ? name : `world.${name}`)
    await this.#step.run(session)
    await session.flush()
    if (!session.isBusy) await check(session)
  }
}

export const anyAppSteps = fc.noBias(
  fc.commands(
    anyAppStep.map((some) => some.map((step) => new StepCommand(step))),
    { maxCommands: 30, size: 'max' },
  ),
)

/** A sequence that is kept. */
export const appSequence = (...steps: readonly AppStep[]): Iterable<StepCommand> =>
  steps.map((step) => new StepCommand(step))

/** Takes the steps that are possible, and holds the screen to what is true whenever nothing is in progress. */
export async function runAppSequence(
  steps: Iterable<fc.AsyncCommand<AppSession, AppSession>>,
  picks: readonly number[] = [],
): Promise<void> {
  const session = await AppSession.openApp(picks)
  try {
    await fc.asyncModelRun(() => ({ model: session, real: session }), steps)
    session.taken.push('the end')
    await bringToEnd(session)
    await refreshEverything(session)
  } catch (error) {
    const story = [...session.taken, '', ...session.wire.log.slice(-30)].join('\n  ')
    throw new Error(`${(error as Error).message}\nafter\n  ${story}`, { cause: error })
  } finally {
    await session.close()
  }
}

async function check(session: AppSession, isExact = false): Promise<void> {
  const has = await session.everything()
  // Until the message about their deletion has gone, links are hidden, and still there.
  session.linksHiddenUntil = isDelaying(session) ? Infinity : 0
  const links =
    session.page.linkList() || session.history.ended.length > 0
      ? await linksOf(session.account)
      : new Map()
  const watched: Session = session
  const wrong = await checkEnded(watched, has, links)
  wrong.push(...checkLists(watched, has, isExact), ...checkStores(watched, has))
  wrong.push(...checkLinks(watched, links, has, isExact))
  wrong.push(...checkRows(session), ...checkBadges(session), ...checkDialogs(session))
  wrong.push(...checkFocus(session), ...checkText())
  if (isExact) wrong.push(...checkStaging(has), ...checkLoading())
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
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
  const { wire, account } = session
  wire.faults.length = 0
  wire.outage = undefined
  await session.rest()
  for (let asked = 0; topDialog() || currentLockSessions().length > 0; asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked >= maxLocked) account.unlock()
    const step = topDialog()
      ? person.press('dialog', session.nextPick() + asked)
      : person.pressNamed(/^(Try now|Retry)/)
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
