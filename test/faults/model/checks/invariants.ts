import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { isSameOrBelow, parentUri, parseUri } from '#src/contract/uri.ts'
import type { JournalHeader } from '#src/jobs/journal/job-journal.ts'
import { allQuestions } from '#src/jobs/questions/questions.ts'
import { withoutActiveItems } from '#src/jobs/store/job-list.ts'
import type { JobItem, JobResult } from '#src/jobs/store/job.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { type Item, trashUri } from '../account.ts'
import { checkView, checkViewCopy, isDoneToLink } from '../links.ts'
import type { Session } from '../session.ts'
import { isStagingName } from '../staging-names.ts'
import type { NamedItem } from '../write.ts'
import type { Ended } from './history.ts'
import { checkLockMarks } from './lock-marks.tsx'

/* What must hold whatever has happened. Each returns what is wrong, in words. */

type Everything = ReadonlyMap<string, Item>

const isTrashed = (item: Item | undefined): boolean => item?.uri.startsWith(trashUri) ?? false
const folderOf = (item: Item | undefined): string | undefined =>
  item && (isTrashed(item) ? trashUri : (parentUri(item.uri) ?? undefined))
const isStaged = (item: Item | undefined): boolean =>
  item !== undefined && parseUri(item.uri).segments.slice(0, -1).some(isStagingName)

/** Whether the service has done to the item what the operation says that it does. */
function isDoneTo(kind: string, item: Item | undefined, { folder }: Ended): boolean | undefined {
  switch (kind) {
    case 'trash':
      // One that is permanently deleted is neither here nor in the trash.
      return item && isTrashed(item)
    case 'restore':
      return item !== undefined && !isTrashed(item) && !isStaged(item)
    case 'deletePermanently':
      return item === undefined
    case 'move':
      return folderOf(item) === folder
    default:
      return undefined
  }
}

/** Whether an item of a move has another name than it was to have, as one that another write has brought there. */
const hasUnwantedName = ({ wish, name }: NamedItem, item: Item | undefined): boolean =>
  wish?.onClash !== 'keepBoth' && item?.name !== (wish?.name ?? name)

/** Whether links were to be changed, and no job was about it; what is taken back is not tried again. */
const isDroppedEdit = ({ page }: Session, { items, result }: Ended): boolean =>
  result?.jobId === undefined &&
  items.some((item) => 'change' in item) &&
  [...page.shown.jobs.values()].every(
    ({ operation, undoState }) => operation.kind !== 'editLinks' || undoState === 'idle',
  )

/** Every item of a job has one outcome, and it is what became of it. */
export async function checkEnded(
  session: Session,
  has: Everything,
  links: ReadonlyMap<string, LinkRow>,
): Promise<string[]> {
  const wrong: string[] = []
  const { account, history, page } = session
  for (const write of history.ended.splice(0)) {
    const { result, jobId, items, name, error } = write
    // No message is shown about it, and it may have been done.
    if (error instanceof SessionEndedError) {
      history.note(items, 0)
      continue
    }
    wrong.push(...(await checkView(session, write)), ...(await checkViewCopy(session, write)))
    if (name !== undefined && items[0]) wrong.push(...checkRename(session, write, has))
    if (error instanceof TransportError) {
      // It may have been done.
      const trash = write.isEmptying && page.lists().get(trashUri)
      history.note(trash ? page.rowsOf(trash) : items, 0)
    }
    if (!result) continue
    if (isDroppedEdit(session, write)) wrong.push('a change of links was dropped')
    const job = page.shown.jobs.get(jobId ?? 0)
    const kind = job?.operation.kind ?? ''
    if (job) wrong.push(...checkLockMarks(session, write, kind))
    const failed = result.failed.map(({ item }) => item)
    // After Stop, what the service cannot be asked about has failed for that reason, and may have been done.
    const unknown = result.failed.filter(({ error: reason }) => reason instanceof TransportError)
    if (session.hasStopped)
      history.note(
        unknown.map(({ item }) => item),
        0,
      )
    const all = [result.done, failed, result.locked, result.left].flat().map(({ id }) => id)
    if (new Set(all).size !== all.length) wrong.push(`an item of ${kind} has two outcomes`)
    const says = (list: JobResult['done'], isDone: boolean) => {
      for (const item of list) {
        const about = history.writeAbout(item.id, write, job?.journalId)
        if (history.isDisputed(item, about)) continue
        // A copy deletes the folder in which it renames, wherever somebody has moved it meanwhile.
        if (isStagingName(item.name) && !has.has(item.id)) continue
        const edit = items.find(({ id }) => id === item.id) ?? item
        const became = isDoneToLink(kind, edit, links) ?? isDoneTo(kind, has.get(item.id), write)
        // The service lists no link to a file that is gone, whoever has deleted that.
        const file = has.get(account.linkedFiles.get(item.id) ?? '')
        if (kind === 'deleteLinks' && !isDone && (!file || isTrashed(file))) continue
        // A link may have had the wanted terms before, and have been refused for others.
        if (kind === 'editLinks' && !isDone) continue
        if (kind === 'move' && !isDone && hasUnwantedName(edit, has.get(item.id))) continue
        // An earlier write has brought it there under another name, which the page did not yet show.
        const isRenamed = has.get(item.id)?.name !== item.name
        if (!isDone && isRenamed && history.isWrittenByAnother(item.id, write.mutationId)) continue
        if (became !== undefined && became !== isDone)
          wrong.push(`${kind} says ${isDone ? 'done' : 'not done'} of ${item.name}, which is wrong`)
      }
    }
    says(result.done, true)
    // A later job tells of the others.
    says(
      failed.filter(({ id }) => !job?.supersededIds.has(id)),
      false,
    )
    // What a stopped job has not tried may have been done by an earlier write.
    const isByAnother = ({ id }: JobItem) => history.isWrittenByAnother(id, write.mutationId)
    const untried = result.left.filter((item) => !isByAnother(item))
    // A lock on its target stops an item unseen, which an earlier write of the page may have taken from the same place.
    const stopped = result.locked.filter((item) => !history.isDoneByEarlier(item, write))
    says([...stopped, ...untried], false)
    if (kind === 'trash') history.noteTrashed(result.done, write.since)
  }
  return wrong
}

function checkRename({ history }: Session, write: Ended, has: Everything): string[] {
  const [item] = write.items
  if (!item || history.isDisputed(item, write) || write.error instanceof TransportError) return []
  // A restore deletes the folder in which it renames, whatever somebody has called it meanwhile.
  if (isStagingName(item.name) && !has.has(item.id)) return []
  const isRenamed = has.get(item.id)?.name === write.name
  return isRenamed === !write.error ? [] : [`rename of ${item.name} is not what it says`]
}

/** The rows of every list are what the service has, but for what others have done since the list was read. */
export function checkLists(session: Session, has: Everything, isExact = false): string[] {
  const wrong: string[] = []
  const { page, history } = session
  // What a job does besides its items shows when it has ended.
  const isWaiting = allQuestions().length > 0
  for (const [uri, list] of page.lists()) {
    if (list.loadState.at !== 'complete') continue
    const listedAt = session.listedAt.get(uri) ?? 0
    // What the service has confirmed is shown a moment later, when somebody else may have changed it again.
    const since = (id: string) => (isExact ? listedAt : Math.min(listedAt, history.beganAt(id)))
    const rows = new Map(page.rowsOf(list).map((row) => [row.id, row]))
    const items = new Map([...has].filter(([, item]) => folderOf(item) === uri))
    if (rows.size !== list.size) wrong.push(`${uri} counts ${list.size} of ${rows.size}`)
    // A list that knows that it is out of date is read again when its page is entered.
    const isKnownStale = list.loadState.since === 0 && !isExact
    const mayLack = isKnownStale && (uri !== page.place || isWaiting)
    for (const [id, { name }] of rows) {
      // Half-way out of the trash, under a name that is not yet its own.
      if (isWaiting && isStaged(has.get(id))) continue
      if (!items.has(id) && !history.isChangedElsewhere(id, since(id)))
        wrong.push(`${uri} shows ${name}, which is not there`)
    }
    for (const [id, item] of items) {
      const row = rows.get(id)
      if (history.isChangedElsewhere(id, since(id))) continue
      if (!row && !mayLack && !(isWaiting && item.isFolder)) wrong.push(`${uri} lacks ${item.name}`)
      if (row && (row.name !== item.name || row.uri !== item.uri))
        wrong.push(`${uri} shows ${row.uri} for ${item.uri}`)
      // The trash does not say what is shared.
      if (row && !isKnownStale && uri !== trashUri && row.isShared !== item.isShared)
        wrong.push(`${uri} marks ${item.name} as ${row.isShared ? '' : 'not '}shared`)
    }
  }
  return wrong
}

/** Jobs add up, each message is about one that is there, and nothing is left of what has ended. */
export function checkStores({ page }: Session, has: Everything): string[] {
  const wrong: string[] = []
  for (const job of page.shown.jobs.values()) {
    const { result, operation, state, total, done, failed, locked } = job
    if (state === 'asking' && allQuestions().length === 0)
      wrong.push(`${operation.kind} waits for an answer to nothing`)
    if (!result) continue
    const sum = [result.done, result.failed, result.locked, result.left].flat().length
    if (sum !== total) wrong.push(`${operation.kind} of ${total} accounts for ${sum}`)
    const counts = [result.done.length, result.failed.length, result.locked.length]
    if (counts.join() !== [done, failed, locked].join())
      wrong.push(`${operation.kind} counts ${[done, failed, locked].join()} for ${counts.join()}`)
  }
  const toastJobs = page.shown.toasts.flatMap(({ message }) =>
    message.kind === 'job' ? [message.jobId] : [],
  )
  if (new Set(toastJobs).size !== toastJobs.length) wrong.push('a job has two messages')
  for (const id of toastJobs) if (!page.shown.jobs.has(id)) wrong.push('a message is about no job')
  if (allQuestions().length === 0) {
    const free = withoutActiveItems([...has.values()]).length
    if (free !== has.size) wrong.push('an item is still being worked on')
  }
  return wrong
}

/** Nothing of the user is left in this browser but deletions of links that the next session looks up. */
export async function checkSignedOut({ page, account }: Session): Promise<void> {
  const { jobs, toasts, interrupted } = page.shown
  const journals = (await readUnfinishedJournals(account.owner)).filter(
    ({ header }) => !(header as JournalHeader).survivesSignOut,
  )
  const left = [...toasts, ...interrupted, ...journals, ...allQuestions()]
  if (left.length > 0 || jobs.size > 0)
    throw new Error(`After signing out there is still ${JSON.stringify([...left, ...jobs])}`)
}

const isStagingFolder = ({ name, isFolder }: Item): boolean => isFolder && isStagingName(name)

/** Notes folders that items are renamed in, under whatever names they are found later. */
export function noteStagingFolders({ stagingFolders }: Session, has: Everything): void {
  for (const item of has.values()) if (isStagingFolder(item)) stagingFolders.add(item.id)
}

/** The folders that items are renamed in go when they are empty. */
export function checkStaging(
  { account, stagingFolders, copiedStagingNames, history }: Session,
  has: Everything,
): string[] {
  const items = [...has.values()]
  const targets = items.filter(({ id }) => history.trashedTargets.has(id))
  // With Keep both there is a number behind it.
  const isCopy = ({ name }: Item) => [...copiedStagingNames].some((each) => name.startsWith(each))
  return (
    items
      .filter((item) => (isStagingFolder(item) && !isCopy(item)) || stagingFolders.has(item.id))
      // The app asks nobody to unlock it: one that somebody holds stays.
      .filter(({ id }) => !account.lockedIds.has(id))
      // Somebody else may have deleted it while it was empty.
      .filter((item) => !isTrashed(item))
      .filter(({ uri }) => !items.some((item) => parentUri(item.uri) === uri))
      // It was in the trash with the folder around it, where nobody can tell whether it is empty, and came back with that.
      .filter(({ uri }) => !targets.some((target) => isSameOrBelow(uri, target.uri)))
      .map(({ uri }) => `${uri} was left behind`)
  )
}
