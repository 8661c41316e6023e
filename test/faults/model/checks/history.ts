import type { Mutation } from '@tanstack/react-query'
import { isSameOrBelow } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import type { ViewSaveResult } from '#src/features/folder-view/view-writes.ts'
import type { JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { JobResult } from '#src/jobs/store/job.ts'
import { home, type Item, trashUri } from '../account.ts'
import { type Interrupted, isOf, settledIn } from '../interrupted.ts'
import type { Page } from '../page.tsx'
import type { NamedItem, Write } from '../write.ts'

/* Which operations have ended, with what result, and what else may have changed the items that they were about. */

export type Ended = Write & {
  /** Of a job. */
  readonly result: JobResult | undefined
  readonly jobId: number | undefined
  readonly error: Error | undefined
  /** The tick at which it ended. */
  readonly until: number
}

type Variables = {
  items?: readonly NamedItem[]
  item?: NamedItem
  /** Where the view of a folder is saved. */
  folder?: string
  name?: string
  /** What is copied to folders. */
  view?: ViewSetting | null
  edit?: { readonly view: ViewSetting; readonly isReset: boolean }
  /** For emptying the trash. */
  count?: number
}

const isJobResult = (data: unknown): data is JobResult =>
  typeof data === 'object' && data !== null && 'done' in data && 'left' in data

const isViewSaveResult = (data: unknown): data is ViewSaveResult =>
  typeof data === 'object' && data !== null && 'lookedUp' in data

export class History {
  /** Writes that have ended since they were looked at. */
  ended: Ended[] = []
  /** Ids of folders that went to the trash while something was brought to them. */
  readonly trashedTargets = new Set<string>()
  /** All that have ended. */
  readonly #everEnded: Ended[] = []
  readonly #nextTick: () => number
  readonly #running = new Map<number, Write>()
  /** Folders that writes name. */
  readonly #folders: { folder: string; since: number; by: number }[] = []
  readonly #began = new Map<string, number>()
  /** Changes by item: when, and by which write; 0 is somebody else. */
  readonly #changes = new Map<string, { tick: number; by: number }[]>()
  /** Writes of folders, which take along what is in them. */
  readonly #folderWrites: { tick: number; by: number; uris: string[] }[] = []
  /** By journal. */
  readonly #interrupted = new Map<string, Interrupted>()
  /** Ids that a page had when it was closed are another page's later. */
  #pages = 0
  #unfollow = () => {}

  constructor(nextTick: () => number) {
    this.#nextTick = nextTick
  }

  /** The page is about to be gone; `journals` has the jobs that it has under way. */
  leave(journals: readonly JournaledJob[]): void {
    this.#unfollow()
    for (const write of this.#running.values()) {
      const interrupted = this.#interrupt(write, journals)
      // What is not known to have been done or refused may have been done.
      const unsettled = write.items.filter(({ id }) => !interrupted?.settled.has(id))
      this.note([...unsettled, ...write.inTheWay], 0)
    }
    this.#running.clear()
    // Nothing that the page has sent arrives any more.
    const tick = this.#nextTick()
    for (const each of this.#folderWrites) each.tick = Math.min(each.tick, tick)
  }

  follow(page: Page): void {
    const offset = ++this.#pages * 1_000_000
    this.#unfollow = page.client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { mutation, action } = event
      const id = offset + mutation.mutationId
      if (action.type === 'pending') this.#begin(id, mutation)
      else if (action.type === 'success' || action.type === 'error') {
        this.#end(id, mutation)
      }
    })
  }

  #interrupt(write: Write, journals: readonly JournaledJob[]): Interrupted | undefined {
    const journal = journals.find((each) => isOf(each, write))
    if (!journal) return undefined
    const known = this.#interrupted.get(journal.id)
    const interrupted = {
      write: known?.write ?? write,
      mutationIds: new Set(known?.mutationIds).add(write.mutationId),
      settled: settledIn(journal),
    }
    this.#interrupted.set(journal.id, interrupted)
    return interrupted
  }

  /** The write that has found out what became of the item: after a reload that may be one from before it. */
  writeAbout(id: string, write: Ended, journalId: string | undefined): Write {
    const interrupted = this.#interrupted.get(journalId ?? '')
    if (!interrupted?.settled.has(id)) return write
    return {
      ...interrupted.write,
      siblings: new Set(interrupted.mutationIds).add(write.mutationId),
    }
  }

  #begin(mutationId: number, { state }: Mutation): void {
    const variables = (state.variables ?? {}) as Variables
    const { items, item, name, edit, count } = variables
    const wishes = items?.flatMap(({ wish }) => wish ?? []) ?? []
    const targets = new Set(wishes.flatMap(({ to }) => to ?? []))
    const [folder = variables.folder] = targets
    if (folder !== undefined) targets.add(folder)
    const written = items ?? (item ? [item] : [])
    const since = this.#nextTick()
    const inTheWay = wishes.flatMap(({ existingId }) =>
      existingId === undefined ? [] : [{ id: existingId }],
    )
    this.note([...written, ...inTheWay], mutationId)
    for (const { id } of written) this.#began.set(id, since)
    const folders = written.filter(({ isFolder }) => isFolder)
    const uris = folders.flatMap(({ uri, origin }) => (origin ? [uri, origin] : [uri]))
    // These change items that they are not started with.
    const isReplacing = wishes.some(({ onClash }) => onClash === 'replace')
    const isEmptying = count !== undefined
    if (isReplacing || isEmptying) uris.push(home, trashUri)
    this.#folderWrites.push({ tick: Infinity, by: mutationId, uris })
    const view = edit ? (edit.isReset ? null : edit.view) : variables.view
    if (!edit && view !== undefined) for (const { uri } of written) targets.add(uri)
    for (const target of targets) this.#folders.push({ folder: target, since, by: mutationId })
    const write = { mutationId, items: written, isEmptying, inTheWay, folder, name, view, since }
    this.#running.set(mutationId, write)
  }

  #end(mutationId: number, { state: { data, error } }: Mutation): void {
    const write = this.#running.get(mutationId)
    if (!write) return
    this.#running.delete(mutationId)
    this.note([...write.items, ...write.inTheWay], mutationId)
    for (const each of this.#folderWrites) if (each.by === mutationId) each.tick = this.#nextTick()
    const result = isJobResult(data) ? data : undefined
    const jobId = result && reportingJobOf(result)?.id
    // What is saved is merged with what somebody else has changed.
    const view = isViewSaveResult(data) ? data.view : write.view
    const until = this.#nextTick()
    const ended = { ...write, view, result, jobId, error: error ?? undefined, until }
    this.ended.push(ended)
    this.#everEnded.push(ended)
  }

  /** The other writes that are under way, or have done something by the time they ended, which was later than that. */
  othersSince(tick: number, mutationId: number): Write[] {
    const hasDone = ({ result, error }: Ended) => (result ? result.done.length > 0 : !error)
    const ended = this.#everEnded.filter((write) => write.until > tick && hasDone(write))
    return [...this.#running.values(), ...ended].filter((write) => write.mutationId !== mutationId)
  }

  /** Something has, or may have, changed these items. */
  note(items: readonly Pick<Item, 'id'>[], by: number): void {
    const tick = this.#nextTick()
    for (const { id } of items) {
      const known = this.#changes.get(id) ?? []
      known.push({ tick, by })
      this.#changes.set(id, known)
    }
  }

  /** When the last write of the item began. */
  beganAt(id: string): number {
    return this.#began.get(id) ?? Infinity
  }

  /** The items of writes under way at this address, whatever is there now. */
  writtenAt(uri: string): readonly NamedItem[] {
    const running = [...this.#running.values()]
    return running.flatMap(({ items }) => items.filter((item) => item.uri === uri))
  }

  /** Whether another write of the page has changed the item, at any time. */
  isWrittenByAnother(id: string, mutationId: number): boolean {
    return (this.#changes.get(id) ?? []).some(({ by }) => by !== 0 && by !== mutationId)
  }

  /** Whether an earlier write of the page says that it has done this to the item, where that lay at the same address. */
  isDoneByEarlier({ id, uri }: NamedItem, { until }: Pick<Ended, 'until'>): boolean {
    return this.#everEnded.some(
      (write) =>
        write.until < until &&
        write.result?.done.some((item) => item.id === id && item.uri === uri),
    )
  }

  /** These have gone to the trash since that tick. */
  noteTrashed(items: readonly Pick<Item, 'id' | 'uri'>[], since: number): void {
    const ended = this.#everEnded.filter(({ until }) => until > since)
    const writes = [...this.#running.values(), ...ended]
    for (const { id, uri } of items)
      if (writes.some(({ folder }) => folder !== undefined && isSameOrBelow(folder, uri)))
        this.trashedTargets.add(id)
  }

  /** Whether somebody else may have changed the item since. */
  isChangedElsewhere(id: string, since: number): boolean {
    return (this.#changes.get(id) ?? []).some(({ tick, by }) => by === 0 && tick > since)
  }

  /** Whether anything but this write may have changed the folder since it began. */
  isFolderDisputed(folder: string, { mutationId, since, siblings }: Write): boolean {
    return (
      this.#folders.some(
        (each) => each.folder === folder && each.by > mutationId && !siblings?.has(each.by),
      ) ||
      [...this.#changes.values()].flat().some(({ tick, by }) => by === 0 && tick > since) ||
      this.#folderWrites.some(
        ({ by, tick }) => by !== mutationId && !siblings?.has(by) && tick > since,
      )
    )
  }

  /** Whether anything but this write may have changed the item since it began. */
  isDisputed({ id, uri, origin }: NamedItem, write: Write): boolean {
    const { mutationId, since, folder, siblings } = write
    const isOfAnother = (by: number) => by !== mutationId && !siblings?.has(by)
    const running = [...this.#running.values()]
    const places = [uri, origin, folder].filter((each) => typeof each === 'string')
    return (
      (this.#changes.get(id) ?? []).some(({ tick, by }) => isOfAnother(by) && tick > since) ||
      running.some(({ items, inTheWay }) =>
        [...items, ...inTheWay].some((each) => each.id === id),
      ) ||
      this.#folderWrites.some(
        ({ by, tick, uris }) =>
          isOfAnother(by) &&
          tick > since &&
          uris.some((each) => places.some((place) => isSameOrBelow(place, each))),
      )
    )
  }
}
