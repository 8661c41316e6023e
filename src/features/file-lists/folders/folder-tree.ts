import * as api from '#src/api/files/files.ts'
import { retryTransient } from '#src/api/retry-requests.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import { createTaskPool } from '#src/lib/concurrency/task-pool.ts'

/*
 * The folders below a folder, read one folder at a time: when one is opened, or everywhere below those that are wanted.
 * Files are not stored: this is for choosing among thousands of folders, not for browsing. The dialog that shows a tree
 * makes and forgets it; a query for each folder would render the dialog again for each of thousands of answers, and
 * knows no order of requests.
 */

/** A known folder. Only the tree changes it; readers subscribe to the tree's version. */
export type TreeFolder = {
  /** '' for the root of a space, which has none. */
  readonly id: string
  readonly uri: string
  readonly name: string
  /** 0 for the folder that all others are below. */
  readonly level: number
  readonly parent: TreeFolder | null
  /** In the order of the service; undefined until they have been read. */
  readonly children: readonly TreeFolder[] | undefined
  readonly reading: 'unread' | 'waiting' | 'reading' | 'read' | 'failed'
  /** Whether it has a view of its own; undefined while nobody knows. */
  readonly hasOwnView: boolean | undefined
}
type Known = { -readonly [Key in keyof TreeFolder]: TreeFolder[Key] } & { isLookedAt: boolean }

/** Rows of one answer: folders come first, so a folder of many files ends with the first page that has one. */
const pageSize = 200
const maxInFlight = 4
const maxRetries = 3
/** Least time between two notifications, in ms. */
const notifyDelayMs = 100

export class FolderTree {
  readonly root: TreeFolder
  #stop = new AbortController()
  #queue: (() => Promise<void>)[] = []
  readonly #startJobs = createTaskPool(maxInFlight, () => {
    const job = this.#queue.shift()
    return job && (() => job().finally(() => this.#changedSoon()))
  })
  #version = 0
  #found = 0
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isWanted: (folder: TreeFolder) => boolean = () => false

  constructor(uri: string) {
    this.root = newFolder({ id: '', uri, name: '' }, null)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly version = (): number => this.#version
  /** Folders known so far, without the one that all are below. */
  get found(): number {
    return this.#found
  }

  /** Starts loading; {@link stop} ends it. */
  start(): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController()
    this.read(this.root)
  }

  stop(): void {
    this.#stop.abort(new DOMException('closed', 'AbortError'))
    this.#queue = []
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const folder of this.all()) if (!folder.children) known(folder).reading = 'unread'
  }

  /** Loads the subfolders of a folder before everything that is queued; loads them again after a failure. */
  read(folder: TreeFolder): void {
    if (folder.reading === 'unread' || folder.reading === 'failed')
      this.#enqueueRead(folder, 'first')
  }

  /** Loads further wherever `isWanted` returns true, now and for folders found later. */
  follow(isWanted: (folder: TreeFolder) => boolean): void {
    this.#isWanted = isWanted
    for (const folder of this.all()) this.#readIfWanted(folder)
  }

  /** Loads again what has failed. */
  retry(): void {
    for (const folder of this.all())
      if (folder.reading === 'failed') this.#enqueueRead(folder, 'last')
  }

  /** Finds out whether a folder has a view of its own. What cannot be found out stays unknown. */
  readHasOwnView(folder: TreeFolder, when: 'first' | 'last'): void {
    const it = known(folder)
    if (it.isLookedAt) return
    it.isLookedAt = true
    this.#enqueue(when, async ({ signal }) => {
      try {
        const { extended_info: extended } = await api.getFile(it.uri, { extended: true }, signal)
        if (extended) it.hasOwnView = Boolean(extended.view)
      } catch {
        if (signal.aborted) it.isLookedAt = false
      }
    })
  }

  /** Every folder that is known, parents before their children. */
  *all(): Generator<TreeFolder> {
    const stack: TreeFolder[] = [this.root]
    for (let folder = stack.pop(); folder; folder = stack.pop()) {
      yield folder
      stack.push(...[...(folder.children ?? [])].reverse())
    }
  }

  #readIfWanted(folder: TreeFolder): void {
    if (folder.reading === 'unread' && this.#isWanted(folder)) this.#enqueueRead(folder, 'last')
  }

  #enqueueRead(folder: TreeFolder, when: 'first' | 'last'): void {
    const it = known(folder)
    it.reading = 'waiting'
    this.#enqueue(when, async ({ signal }) => {
      it.reading = 'reading'
      try {
        const files = await readFolders(it.uri, signal)
        it.children = files.map((file) => newFolder(file, it))
        it.reading = 'read'
        this.#found += files.length
        for (const child of it.children) this.#readIfWanted(child)
      } catch {
        it.reading = signal.aborted ? 'unread' : 'failed'
      }
    })
  }

  #enqueue(when: 'first' | 'last', work: (stop: AbortController) => Promise<void>): void {
    const stop = this.#stop
    const job = () => work(stop)
    if (when === 'first') this.#queue.unshift(job)
    else this.#queue.push(job)
    this.#startJobs()
    this.#changedSoon()
  }

  #changedSoon(): void {
    if (this.#stop.signal.aborted) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#version++
      for (const listener of this.#listeners) listener()
    }, notifyDelayMs)
  }
}

const known = (folder: TreeFolder): Known => folder as Known

const newFolder = (
  { id, uri, name }: Pick<TreeFolder, 'id' | 'uri' | 'name'>,
  parent: TreeFolder | null,
): Known => ({
  id,
  uri,
  name,
  level: parent ? parent.level + 1 : 0,
  parent,
  children: undefined,
  reading: 'unread',
  hasOwnView: undefined,
  isLookedAt: false,
})

type Found = Pick<TreeFolder, 'id' | 'uri' | 'name'>

/** The direct subfolders. Those without a URI whose name cannot be part of one are left out. */
async function readFolders(uri: string, signal: AbortSignal): Promise<Found[]> {
  const found = new Map<string, Found>()
  const cursors = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const list = await readPage(uri, cursor, signal)
    for (const file of list.files) {
      const address = file.type === FileType.folder ? addressOf(file, uri) : null
      if (address !== null) found.set(file.id, { id: file.id, uri: address, name: file.name })
    }
    const hasFile = list.files.some(({ type }) => type !== FileType.folder)
    cursor = list.pagination?.next_token || undefined
    if (cursor === undefined || hasFile || cursors.has(cursor)) return [...found.values()]
    cursors.add(cursor)
  }
}

/** One page of a folder. */
function readPage(uri: string, cursor: string | undefined, signal: AbortSignal) {
  const page = { size: pageSize, order: 'name', direction: 'asc', cursor } as const
  return retryTransient(() => api.listFiles(uri, page, signal), { maxRetries, signal })
}

function addressOf({ path, name }: File, folder: string): string | null {
  if (path) return path
  try {
    return childUri(folder, name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
