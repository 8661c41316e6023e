import * as api from '#src/api/files.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import { calm } from './calm.ts'
import { isPassing } from './listing.ts'

/*
 * The folders below a folder, read a folder at a time: where somebody opens one, or everywhere below what is wanted.
 * Files are never kept: this is for choosing among thousands of folders, not for browsing.
 */

/** One that is known. The tree itself writes it; who reads it follows the tree's version. */
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
const inFlight = 4
const mostTries = 4
/** Readers are told so often while much arrives, in ms. */
const pause = 100

export class FolderTree {
  readonly root: TreeFolder
  #stop = new AbortController()
  #queue: (() => Promise<void>)[] = []
  #running = 0
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

  /** Begins, until {@link stop}. */
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

  /** Reads what is in a folder, before all else that waits; again when it failed. */
  read(folder: TreeFolder): void {
    if (folder.reading === 'unread' || folder.reading === 'failed') this.#ask(folder, 'first')
  }

  /** Reads on wherever `isWanted` says so, now and when more is found. */
  follow(isWanted: (folder: TreeFolder) => boolean): void {
    this.#isWanted = isWanted
    for (const folder of this.all()) this.#goOn(folder)
  }

  /** Tries again what could not be read. */
  retry(): void {
    for (const folder of this.all()) if (folder.reading === 'failed') this.#ask(folder, 'last')
  }

  /** Finds out whether a folder has a view of its own. What cannot be found out stays unknown. */
  look(folder: TreeFolder, when: 'first' | 'last'): void {
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

  #goOn(folder: TreeFolder): void {
    if (folder.reading === 'unread' && this.#isWanted(folder)) this.#ask(folder, 'last')
  }

  #ask(folder: TreeFolder, when: 'first' | 'last'): void {
    const it = known(folder)
    it.reading = 'waiting'
    this.#enqueue(when, async ({ signal }) => {
      it.reading = 'reading'
      try {
        const files = await readFolders(it.uri, signal)
        it.children = files.map((file) => newFolder(file, it))
        it.reading = 'read'
        this.#found += files.length
        for (const child of it.children) this.#goOn(child)
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
    void this.#run()
    this.#changedSoon()
  }

  async #run(): Promise<void> {
    if (this.#running >= inFlight) return
    this.#running++
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      await job()
      this.#changedSoon()
    }
    this.#running--
  }

  #changedSoon(): void {
    if (this.#stop.signal.aborted) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#version++
      for (const listener of this.#listeners) listener()
    }, pause)
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

/** The folders right in a folder. One whose name no address can hold, and that the service gave none, is left out. */
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

/** A page, asked for again a few times when no answer came. */
async function readPage(uri: string, cursor: string | undefined, signal: AbortSignal) {
  for (let tries = 0; ; tries++) {
    try {
      return await api.listFiles(
        uri,
        { size: pageSize, order: 'name', direction: 'asc', cursor },
        signal,
      )
    } catch (error) {
      if (signal.aborted || !isPassing(error) || tries + 1 >= mostTries) throw error
      await calm(error, tries, signal)
      signal.throwIfAborted()
    }
  }
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
