import { childUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { fileWrites } from '#src/queries/files/file-writes.ts'
import {
  discardInterruptedBatch,
  resumeInterruptedBatch,
} from '#src/queries/interrupted-work/interrupted-batches.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { restoreItems } from '#src/queries/trash/restore-items.ts'
import { type Batch, stopBatch, undoBatch } from '#src/stores/batches/batches.ts'
import { answerRestorePlan } from '#src/stores/batches/restore-plans.ts'
import { answerLockSession, wakeLockSession } from '#src/stores/locks/lock-session-handle.ts'
import { currentLockSessions } from '#src/stores/locks/lock-sessions.ts'
import { home, trashUri } from './account.ts'
import { stagingName } from './invariants.ts'
import type { Session } from './session.ts'
import type { Step } from './step.ts'

/* What a person does on the page. */

const places = { A: childUri(home, 'A'), B: childUri(home, 'B'), home, trash: trashUri }
export type Place = keyof typeof places
export type Folder = 'A' | 'B' | 'home'

/** The rows at the set bits of `mask`; the first row when there is none. */
const pick = (rows: readonly FileRow[], mask: number): FileRow[] => {
  const picked = rows.filter((_, at) => (mask >> at) & 1)
  return picked.length > 0 ? picked : rows.slice(0, 1)
}

const isFree = (session: Session): boolean => !session.isAsked
/** The rows of a page, which is entered first unless it is there already. */
async function rowsIn(session: Session, place: Place): Promise<FileRow[]> {
  const { page } = session
  if (page.place !== places[place]) page.enter(places[place])
  await session.flush()
  const isLoaded = () => page.lists().has(places[place])
  for (let at = 0; at < 20 && !isLoaded() && !session.isAsked; at++) await session.step()
  return session.isAsked ? [] : page.rows()
}

const ended = ({ page }: Session, fits: (batch: Batch) => boolean): Batch[] =>
  [...page.shown.batches.values()].filter(
    (batch) => batch.state === 'ended' && batch.follows === undefined && fits(batch),
  )
const undoable = (session: Session) => ended(session, ({ undo }) => undo !== undefined)
const open = (session: Session) =>
  ended(session, ({ result, retry }) => retry !== undefined && leftOf(result).length > 0)
const leftOf = (result: Batch['result']) =>
  result ? [...result.failed.map(({ item }) => item), ...result.locked, ...result.left] : []
const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

const enter = (place: Place | 'none'): Step => ({
  name: `enter('${place}')`,
  isPossible: isFree,
  run: ({ page }) => page.enter(place === 'none' ? undefined : places[place]),
})

const refresh = (): Step => ({
  name: 'refresh()',
  isPossible: (session) => isFree(session) && session.page.shown.refetch !== undefined,
  run: (session) => session.track(session.page.shown.refetch?.() ?? Promise.resolve()),
})

/** A write of rows of a page, which are chosen by a mask. */
function writeRows(
  name: string,
  place: Place,
  mask: number,
  start: (session: Session, items: readonly FileRow[]) => Promise<unknown>,
): Step {
  return {
    name,
    isPossible: isFree,
    run: async (session) => {
      const items = pick(await rowsIn(session, place), mask)
      const [first] = items
      const isThere = first && (await session.everything()).has(first.id)
      if (isThere && session.locksPicked) session.account.lock(first, mask % 4 > 0)
      session.locksPicked = false
      if (items.length > 0) session.track(start(session, items))
    },
  }
}

const remove = (place: Folder, mask: number): Step =>
  writeRows(`remove('${place}', ${mask})`, place, mask, ({ page }, items) =>
    startMutation(page.client, fileWrites.trash(), { items }),
  )

const restore = (mask: number): Step =>
  writeRows(`restore(${mask})`, 'trash', mask, ({ page }, items) =>
    restoreItems(page.client, items),
  )

const destroy = (mask: number): Step =>
  writeRows(`destroy(${mask})`, 'trash', mask, ({ page }, items) =>
    startMutation(page.client, fileWrites.deletePermanently(), { items }),
  )

const transfer = (kind: 'move' | 'copy', from: 'A' | 'B', mask: number): Step =>
  writeRows(`transfer('${kind}', '${from}', ${mask})`, from, mask, ({ page }, items) =>
    startMutation(page.client, fileWrites[kind](), {
      items,
      folder: places[from === 'A' ? 'B' : 'A'],
    }),
  )

const rename = (place: Folder, mask: number, name: string): Step =>
  writeRows(`rename('${place}', ${mask}, '${name}')`, place, mask, async ({ page }, items) => {
    const item = items.find((each) => each.name !== name)
    if (item) await startMutation(page.client, fileWrites.rename(), { item, name })
  })

const undo = (at: number): Step => ({
  name: `undo(${at})`,
  isPossible: (session) => isFree(session) && undoable(session).length > 0,
  run: (session) => {
    const batch = nth(undoable(session), at)
    if (batch) session.track(undoBatch(batch.id))
  },
})

const retry = (at: number): Step => ({
  name: `retry(${at})`,
  isPossible: (session) => isFree(session) && open(session).length > 0,
  run: (session) => {
    const batch = nth(open(session), at)
    batch?.retry?.(leftOf(batch.result))
  },
})

const stop = (arrives: boolean): Step => ({
  name: `stop(${arrives})`,
  isPossible: (session) => isFree(session) && running(session).length > 0,
  run: (session) => {
    session.wire.arrivesWhenAborted = arrives
    for (const { id } of running(session)) stopBatch(id)
  },
})
const running = ({ page }: Session) =>
  [...page.shown.batches.values()].filter(({ state }) => state === 'running')

const answerPlan = (answer: 'all' | 'plain' | 'cancel'): Step => ({
  name: `answerPlan('${answer}')`,
  isPossible: ({ page }) => page.shown.question !== undefined,
  run: ({ page }) => {
    const given = {
      createsFolders: answer === 'all',
      stagingFolderName: answer === 'all' ? stagingName : undefined,
    }
    answerRestorePlan(page.shown.question?.id ?? 0, answer === 'cancel' ? undefined : given)
  },
})

export type LockAnswer = 'unlock' | 'retry' | 'skip' | 'wait' | 'cancel'
const answerLock = (answer: LockAnswer): Step => ({
  name: `answerLock('${answer}')`,
  isPossible: () =>
    currentLockSessions().some(
      ({ state, canSkip }) => state === 'asking' && (answer !== 'skip' || canSkip),
    ),
  run: () => {
    const asked = currentLockSessions().find(({ state }) => state === 'asking')
    if (!asked) return
    const tokens = asked.entries.flatMap(({ token }) => token ?? [])
    const isUnlock = answer === 'unlock' && tokens.length > 0
    answerLockSession(
      asked.id,
      isUnlock
        ? { action: 'unlock', tokens, appliesToRest: true }
        : { action: answer === 'unlock' ? 'retry' : answer },
    )
  },
})

const wake = (reason: 'now' | 'cancel' | 'show'): Step => ({
  name: `wake('${reason}')`,
  isPossible: (session) =>
    isFree(session) && currentLockSessions().some(({ state }) => state === 'waiting'),
  run: () => {
    const waiting = currentLockSessions().find(({ state }) => state === 'waiting')
    if (waiting) wakeLockSession(waiting.id, reason)
  },
})

const reload = (): Step => ({
  name: 'reload()',
  isPossible: () => true,
  run: (session) => session.reload(),
})

const resume = (isWanted: boolean): Step => ({
  name: `resume(${isWanted})`,
  isPossible: ({ page }) => page.shown.interrupted.length > 0,
  run: (session) => {
    const { client, shown } = session.page
    const id = shown.interrupted[0]?.id ?? ''
    const decide = isWanted ? resumeInterruptedBatch : discardInterruptedBatch
    session.track(decide(client, id))
  },
})

const wait = (count: number): Step => ({
  name: `wait(${count})`,
  isPossible: ({ isBusy }) => isBusy,
  run: async (session) => {
    for (let at = 0; at < count; at++) await session.step()
  },
})

const settle = (): Step => ({
  name: 'settle()',
  isPossible: () => true,
  run: (session) => session.rest(),
})

export const person = {
  enter,
  refresh,
  remove,
  restore,
  destroy,
  transfer,
  rename,
  undo,
  retry,
  stop,
  answerPlan,
  answerLock,
  wake,
  reload,
  resume,
  wait,
  settle,
}
