import type { Deed, Item } from '../account.ts'
import { noteStagingFolders } from '../checks/invariants.ts'
import type { Session } from '../session.ts'
import type { Fault, Outage } from '../wire.ts'
import type { Step } from './step.ts'

/* What others do, and what happens to requests. */

const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

const lock = (at: number, byViewer: boolean): Step => ({
  name: `world.lock(${at}, ${byViewer})`,
  isPossible: () => true,
  run: async (session) => {
    const all = await session.everything()
    const onPage = session.page.rows().flatMap(({ id }) => all.get(id) ?? [])
    const item = nth(onPage.length > 0 ? onPage : [...all.values()], at)
    if (item) session.account.lock(item, byViewer)
  },
})

/** Somebody locks an item, and locks it again at once as often as that when it is unlocked. */
const holdOn = (at: number, times: number): Step => ({
  name: `world.holdOn(${at}, ${times})`,
  isPossible: () => true,
  run: async (session) => {
    const item = nth([...(await session.everything()).values()], at)
    if (item) session.account.lock(item, true, times)
  },
})

const lockSelected = (): Step => ({
  name: 'world.lockSelected()',
  isPossible: (session) => !session.locksSelected,
  run: (session) => void (session.locksSelected = true),
})

/** Nobody holds anything any more. */
export async function unlockEverything(session: Session): Promise<void> {
  await session.unlockings.noteGone(session.account, ++session.tick)
  session.account.unlock()
}

const unlock = (): Step => ({
  name: 'world.unlock()',
  isPossible: ({ account }) => account.service.seed.lockTokens().length > 0,
  run: unlockEverything,
})

/** Lets somebody else do something, and notes what that changes. */
export async function doElsewhere(
  session: Session,
  act: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const { account, history } = session
  const before = await session.everything()
  noteStagingFolders(session, before)
  const since = session.tick
  await act([...before.values()])
  const after = await account.everything()
  const changed = [...before.values(), ...after.values()].filter(
    ({ id }) => before.get(id)?.uri !== after.get(id)?.uri,
  )
  history.note(changed, 0)
  const isTrashed = ({ id }: Item) => after.get(id)?.origin !== undefined
  const trashed = [...before.values()].filter((item) => !item.origin && isTrashed(item))
  history.noteTrashed(trashed, since)
}

const elsewhere = (deed: Deed, at: number): Step => ({
  name: `world.elsewhere('${deed}', ${at})`,
  isPossible: () => true,
  run: (session) =>
    doElsewhere(session, async (items) => {
      const item = nth(items, at)
      if (item) await session.account.actElsewhere(deed, item)
    }),
})

const fail = (fault: Fault): Step => ({
  name: `world.fail(${JSON.stringify(fault)})`,
  isPossible: ({ wire }) => wire.faults.length < 6,
  run: ({ wire }) => void wire.faults.push(fault),
})

const stopService = (outage: Outage): Step => ({
  name: `world.stopService('${outage}')`,
  isPossible: ({ wire }) => !wire.outage,
  run: ({ wire }) => void (wire.outage = outage),
})

const startService = (): Step => ({
  name: 'world.startService()',
  isPossible: ({ wire }) => wire.outage !== undefined,
  run: ({ wire }) => void (wire.outage = undefined),
})

/** From now on a write that is broken off arrives all the same: nobody may know how far it came. */
const lateArrivals = (): Step => ({
  name: 'world.lateArrivals()',
  isPossible: ({ wire }) => !wire.arrivesWhenAborted,
  run: (session) => {
    session.wire.arrivesWhenAborted = true
    session.hasStopped = true
  },
})

export const world = {
  lateArrivals,
  lock,
  holdOn,
  lockSelected,
  unlock,
  elsewhere,
  fail,
  stopService,
  startService,
}
