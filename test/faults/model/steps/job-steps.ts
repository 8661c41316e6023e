import { renameItem } from '#src/features/files/rename-item.ts'
import { copy, move, transferItems } from '#src/features/files/transfers.ts'
import { emptyTrashOfItems } from '#src/features/trash/empty-trash.ts'
import { deletePermanently } from '#src/features/trash/permanent-deletion.ts'
import { restoreItems } from '#src/features/trash/restore-items.ts'
import { restore, moveItemsToTrash } from '#src/features/trash/trash-writes.ts'
import {
  type PlacementRequest,
  type PlacementItem,
  type ItemPlacement,
  withPlacement,
} from '#src/jobs/placement/placement-request.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { stopJob, undoJob } from '#src/jobs/store/jobs.ts'
import { fileRowsAmong, type FileRow } from '#src/lists/rows/file-row.ts'
import { originalAncestorsOf } from '#src/lists/rows/original-folder.ts'
import {
  type Folder,
  isFree,
  leftOf,
  nth,
  open,
  select,
  type Place,
  places,
  rowsIn,
  undoable,
} from '../choices.ts'
import type { Session } from '../session.ts'
import { isStagingName } from '../staging-names.ts'
import type { Step } from './step.ts'

/* What a person starts on the page, and does with its result. */

/** What is copied of a folder in which items are renamed stays; the folder itself still has to go. */
function noteCopied(session: Session, items: readonly FileRow[]): void {
  for (const { id, name } of items) {
    if (!isStagingName(name)) continue
    session.copiedStagingNames.add(name)
    session.stagingFolders.add(id)
  }
}

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
      const items = select(await rowsIn(session, place), mask)
      const [first] = items
      const isThere = first && (await session.everything()).has(first.id)
      if (isThere && session.locksSelected) session.account.lock(first, mask % 4 > 0)
      session.locksSelected = false
      if (items.length > 0) session.track(start(session, items))
    },
  }
}

const remove = (place: Folder, mask: number): Step =>
  writeRows(`person.remove('${place}', ${mask})`, place, mask, ({ page }, items) =>
    startMutation(page.client, moveItemsToTrash(), { items }),
  )

const restoreSome = (mask: number): Step =>
  writeRows(`person.restore(${mask})`, 'trash', mask, ({ page }, items) =>
    restoreItems(page.client, items),
  )

/** To one folder, after the question about names that are taken there. */
const restoreTo = (folder: 'A' | 'B', mask: number): Step =>
  writeRows(`person.restoreTo('${folder}', ${mask})`, 'trash', mask, ({ page }, items) =>
    restoreItems(page.client, items, places[folder]),
  )

/** Without a plan, as Undo of a deletion does it: what is in the way is met by the restore. */
const restoreUnplanned = (mask: number): Step =>
  writeRows(`person.restoreUnplanned(${mask})`, 'trash', mask, ({ page }, items) =>
    startMutation(page.client, restore(), { items }),
  )

const destroy = (mask: number): Step =>
  writeRows(`person.destroy(${mask})`, 'trash', mask, ({ page }, items) =>
    startMutation(page.client, deletePermanently(), { items }),
  )

const transfer = (kind: 'move' | 'copy', from: 'A' | 'B', mask: number): Step =>
  writeRows(`person.transfer('${kind}', '${from}', ${mask})`, from, mask, (session, items) => {
    if (kind === 'copy') noteCopied(session, items)
    return startMutation(session.page.client, (kind === 'move' ? move : copy)(), {
      items: items.map((row) => withPlacement(row, { to: places[from === 'A' ? 'B' : 'A'] })),
    })
  })

/** As the page does it: names that are taken are asked about first. */
const send = (kind: 'move' | 'copy', from: 'A' | 'B', mask: number): Step =>
  writeRows(`person.send('${kind}', '${from}', ${mask})`, from, mask, (session, items) => {
    if (kind === 'copy') noteCopied(session, items)
    const folder = places[from === 'A' ? 'B' : 'A']
    return transferItems(session.page.client, kind, { items, folder })
  })

const renameOne = (place: Folder, mask: number, name: string): Step =>
  writeRows(
    `person.rename('${place}', ${mask}, '${name}')`,
    place,
    mask,
    async ({ page }, items) => {
      const item = items.find((each) => each.name !== name)
      if (item) await startMutation(page.client, renameItem(), { item, name })
    },
  )

const undo = (at: number): Step => ({
  name: `person.undo(${at})`,
  isPossible: (session) => isFree(session) && undoable(session).length > 0,
  run: (session) => {
    const job = nth(undoable(session), at)
    if (job) session.track(undoJob(job.id))
  },
})

const retry = (at: number): Step => ({
  name: `person.retry(${at})`,
  isPossible: (session) => isFree(session) && open(session).length > 0,
  run: (session) => {
    const job = nth(open(session), at)
    void job?.retry?.(leftOf(job.result))
  },
})

export const remedies = ['keepBoth', 'replace', 'recreate', 'folder'] as const
type Remedy = (typeof remedies)[number]

/** What the result of a restore offers for items that were not restored. */
const recover = (remedy: Remedy, at: number): Step => ({
  name: `person.recover('${remedy}', ${at})`,
  isPossible: (session) => isFree(session) && openRestores(session).length > 0,
  run: (session) => {
    const job = nth(openRestores(session), at)
    if (!job) return
    // What lies in a folder in which it is renamed is only tried again.
    const items = fileRowsAmong(leftOf(job.result)).filter(({ id }) => !job.result?.staged?.has(id))
    if (items.length === 0) return
    const failed: PlacementItem[] = fileRowsAmong(job.result?.failed.map(({ item }) => item) ?? [])
    const to = failed[0]?.wish?.to
    const wishing = (wish: ItemPlacement) => items.map((row) => withPlacement(row, wish))
    const requests: Record<Remedy, PlacementRequest> = {
      keepBoth: { items: wishing({ to, onClash: 'keepBoth' }) },
      replace: { items: wishing({ to, onClash: 'replace' }) },
      recreate: { items: wishing({}), foldersToCreate: originalAncestorsOf(items) },
      folder: { items: wishing({ to: places.B }) },
    }
    const { client } = session.page
    const options = restore({ continuesJob: job.id })
    session.track(startMutation(client, options, requests[remedy]))
  },
})
const openRestores = (session: Session) =>
  open(session).filter(({ operation }) => operation.kind === 'restore')

/** On the page of the trash, which offers it while there is something, and reads its list again afterwards. */
const emptyAll = (): Step => ({
  name: 'person.emptyTrash()',
  isPossible: isFree,
  run: async (session) => {
    const rows = await rowsIn(session, 'trash')
    const { page } = session
    const emptyAndRefresh = async () => {
      await emptyTrashOfItems(page.client, rows).catch(() => undefined)
      await page.shown.refetch?.()
    }
    if (rows.length > 0 && isFree(session)) session.track(emptyAndRefresh())
  },
})

const stop = (arrives: boolean): Step => ({
  name: `person.stop(${arrives})`,
  isPossible: (session) => isFree(session) && running(session).length > 0,
  run: (session) => {
    session.wire.arrivesWhenAborted = arrives
    session.hasStopped = true
    for (const { id } of running(session)) stopJob(id)
  },
})
const running = ({ page }: Session) =>
  [...page.shown.jobs.values()].filter(({ state }) => state === 'running')

export const jobSteps = {
  remove,
  restore: restoreSome,
  restoreTo,
  restoreUnplanned,
  destroy,
  transfer,
  send,
  rename: renameOne,
  undo,
  retry,
  recover,
  emptyTrash: emptyAll,
  stop,
}
