import { restoreItems } from '#src/features/trash/restore-items.ts'
import { restore as restoreJob } from '#src/features/trash/trash-writes.ts'
import { withPlacement } from '#src/jobs/placement/placement-request.ts'
import { allQuestions } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { Job } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { fileRowsAmong } from '#src/lists/rows/file-row.ts'
import type { Item } from '../account.ts'
import { leftOf, rowsIn, select } from '../choices.ts'
import type { Session } from '../session.ts'
import { person } from './person-steps.ts'
import type { Step } from './step.ts'
import { doElsewhere } from './world-steps.ts'
import { unlockEverything } from './world-steps.ts'

/* A restore from its beginning to the end of its Undo, with nothing else in between: all is then as it was. */

type Wish = {
  /** The rows that are restored. */
  readonly mask: number
  /** Those of them whose names somebody takes before. */
  readonly taken: number
  /** Those of which Replace is chosen; the others are kept beside what is there. */
  readonly replaced: number
  readonly plan: 'all' | 'plain'
  /** After so many requests of the restore the page is reloaded, and goes on. */
  readonly reloadAt?: number | undefined
  /** The same for Undo. */
  readonly undoReloadAt?: number | undefined
}

/** After which something is wrong. */
const maxQuestions = 12

export const isQuiet = (session: Session): boolean =>
  !session.isBusy &&
  !session.wire.outage &&
  allQuestions().length === 0 &&
  session.page.shown.interrupted.length === 0

/** Until everything has ended; nobody holds a lock for long. */
export async function settle(session: Session, plan: Wish['plan']): Promise<void> {
  await session.rest()
  for (let asked = 0; session.isAsked || allQuestions().length > 0; asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked > 4) await unlockEverything(session)
    const answers = [
      person.answerPlan(plan),
      person.answerLock('unlock'),
      person.answerClash('keepBoth'),
      person.answerFolderGone(true),
      person.wake('now'),
    ]
    await answers.find((step) => step.isPossible(session))?.run(session)
    await session.rest()
  }
}

export const newest = ({ page }: Session, kind: string): Job | undefined =>
  [...page.shown.jobs.values()]
    .filter(({ operation, continuesJob }) => operation.kind === kind && continuesJob === undefined)
    .at(-1)

/** The page is reloaded after so many requests, and what that interrupts goes on. */
export async function reloadAfter(session: Session, count: number): Promise<void> {
  for (let at = 0; at < count && (await session.step()); at++);
  await session.reload()
  await session.rest()
  const goOn = person.resume(true)
  if (goOn.isPossible(session)) await goOn.run(session)
}

async function restore(session: Session, rows: Parameters<typeof restoreItems>[1], wish: Wish) {
  session.track(restoreItems(session.page.client, rows))
  await session.rest()
  const answer = person.answerPlan(wish.plan)
  if (answer.isPossible(session)) await answer.run(session)
  if (wish.reloadAt !== undefined) await reloadAfter(session, wish.reloadAt)
  await settle(session, wish.plan)
}

/** What the list of results offers for names that are taken: Replace for some, Keep both for the others. */
async function decide(session: Session, { id, result }: Job, wish: Wish): Promise<void> {
  const open = fileRowsAmong(leftOf(result)).filter((item) => !result?.staged?.has(item.id))
  const chosen = new Set(open.filter((_, at) => (wish.replaced >> at) & 1))
  for (const some of [chosen, new Set(open.filter((item) => !chosen.has(item)))]) {
    if (some.size === 0) continue
    const onClash = some === chosen ? 'replace' : 'keepBoth'
    const items = [...some].map((row) => withPlacement(row, { onClash }))
    const options = restoreJob({ continuesJob: id })
    session.track(startMutation(session.page.client, options, { items }))
    await settle(session, wish.plan)
  }
}

/** Where an item is, as a person sees it. An address in the trash says nothing to anybody. */
const placeOf = ({ uri, origin }: Item): string =>
  origin === undefined ? uri : `the trash, from ${origin.slice(0, origin.lastIndexOf('/'))}`

/** What is not as it was. `newNames`: how many items are said to keep other names. */
function differences(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  newNames: number,
): string[] {
  const wrong: string[] = []
  let renamed = 0
  for (const [id, item] of before) {
    const now = after.get(id)
    if (!now) wrong.push(`${item.name} is gone`)
    else if (placeOf(now) !== placeOf(item))
      wrong.push(`${item.name} is in ${placeOf(now)} and was in ${placeOf(item)}`)
    else if (now.name !== item.name) renamed++
  }
  for (const [id, { uri }] of after) if (!before.has(id)) wrong.push(`${uri} is new`)
  if (renamed !== newNames)
    wrong.push(`${renamed} have other names, and the message says ${newNames}`)
  return wrong
}

export const restoreAndUndo = (wish: Wish): Step => ({
  name: `restoreAndUndo(${JSON.stringify(wish)})`,
  isPossible: isQuiet,
  run: async (session) => {
    const rows = select(await rowsIn(session, 'trash'), wish.mask)
    await session.rest()
    if (rows.length === 0 || !isQuiet(session)) return
    const taken = new Set(rows.flatMap(({ id }, at) => ((wish.taken >> at) & 1 ? [id] : [])))
    await doElsewhere(session, async (items) => {
      for (const item of items)
        if (taken.has(item.id)) await session.account.actElsewhere('takeName', item)
    })
    await session.rest()
    const before = await session.account.everything()
    const isUndisturbed =
      wish.reloadAt === undefined &&
      wish.undoReloadAt === undefined &&
      session.wire.faults.length === 0 &&
      session.account.service.seed.lockTokens().length === 0
    const earlier = newest(session, 'restore')
    await restore(session, rows, wish)
    const restored = newest(session, 'restore')
    // Nothing may be left to restore once the plan is answered.
    if (!restored || restored.id === earlier?.id) return
    if (restored.result && leftOf(restored.result).length > 0) await decide(session, restored, wish)
    const root = session.page.shown.jobs.get(restored.id)
    if (!root?.undo) return
    session.track(undoJob(root.id))
    if (wish.undoReloadAt !== undefined) await reloadAfter(session, wish.undoReloadAt)
    await settle(session, wish.plan)
    const undone = newest(session, 'trash')
    const isWhole = undone?.result && leftOf(undone.result).length === 0
    // A reload may come before Undo has begun, or after its end.
    if (!isWhole || undone.total < (root.result?.done.length ?? 0)) {
      if (isUndisturbed) throw new Error('Undo of a restore is not whole')
      return
    }
    const after = await session.account.everything()
    const wrong = differences(before, after, undone.result?.newNames ?? 0)
    if (wrong.length > 0) throw new Error(['After Undo of a restore:', ...wrong].join('\n'))
  },
})
