import {
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlink,
  writeFileSync,
  type ReadStream,
} from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { contentIdOf, isWellFormedId } from './ids.ts'
import { removeFiles } from './remove-files.ts'

/** A stream of bytes, as chunks. */
export type ByteChunks = AsyncIterable<Uint8Array>

/**
 * File contents by internal id; names and paths of users never reach the disk. A content that is still being received
 * is a draft: it is stored in a folder of its own under its later id, and becomes content by one rename.
 */
export type ContentStore = {
  /** Writes a content atomically: after a crash it exists completely or not at all. */
  put(id: string, bytes: Uint8Array): void
  /** Reads a content; null when it does not exist. */
  get(id: string): Promise<Uint8Array | null>
  /** Length of a content in bytes; null when it does not exist. */
  size(id: string): number | null
  /** Opens a content as a stream; null when it does not exist. `part` is a range of bytes, both ends included. */
  read(
    id: string,
    part?: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array> | null>
  /** Copies a content to a second id. False when there is no such content. */
  copy(from: string, to: string): boolean
  /** Ids of all contents, with thumbnails and what was being written. Files of others in the folder are none. */
  listContents(): string[]
  /** Removes a content, if it exists. */
  remove(id: string): void
  /** Removes contents and drafts, as far as they exist, while other requests are answered. Rejects on other errors. */
  removeAll(ids: { contents: readonly string[]; drafts: readonly string[] }): Promise<void>
  /**
   * Writes into a draft from byte `offset` on, and resolves to the number of bytes written after they were synced to
   * the disk. Throws what `bytes` throws; bytes written before stay in the draft.
   */
  writeDraft(id: string, bytes: ByteChunks, offset?: number): Promise<number>
  /** Turns a draft into content. Throws when there is no such draft. */
  commitDraft(id: string): void
  /**
   * Turns a content back into a draft, after the transaction around `commitDraft` failed. No error when there is none.
   */
  revertToDraft(id: string): void
  /** Removes a draft, if it exists. */
  removeDraft(id: string): void
  /** Ids of all drafts, including those that a crash left behind. */
  listDrafts(): string[]
}

function memoryStore(): ContentStore {
  const contents = new Map<string, Uint8Array>()
  const drafts = new Map<string, Uint8Array>()
  return {
    put: (id, bytes) => void contents.set(id, bytes),
    get: (id) => Promise.resolve(contents.get(id) ?? null),
    size: (id) => contents.get(id)?.byteLength ?? null,
    read(id, part) {
      const bytes = part ? contents.get(id)?.subarray(part.start, part.end + 1) : contents.get(id)
      return Promise.resolve(bytes ? new Response(new Uint8Array(bytes)).body : null)
    },
    copy(from, to) {
      const bytes = contents.get(from)
      if (bytes) contents.set(to, bytes)
      return bytes !== undefined
    },
    listContents: () => [...contents.keys()],
    remove: (id) => void contents.delete(id),
    removeAll(ids) {
      for (const id of ids.contents) contents.delete(id)
      for (const id of ids.drafts) drafts.delete(id)
      return Promise.resolve()
    },
    async writeDraft(id, bytes, offset = 0) {
      const pieces: Uint8Array[] = []
      for await (const piece of bytes) pieces.push(piece)
      const part = Buffer.concat(pieces)
      const before = drafts.get(id) ?? new Uint8Array()
      const draft = new Uint8Array(Math.max(before.byteLength, offset + part.byteLength))
      draft.set(before)
      draft.set(part, offset)
      drafts.set(id, draft)
      return part.byteLength
    },
    commitDraft(id) {
      const draft = drafts.get(id)
      if (!draft) throw new Error(`no draft ${id}`)
      contents.set(id, draft)
      drafts.delete(id)
    },
    revertToDraft(id) {
      const bytes = contents.get(id)
      if (bytes) drafts.set(id, bytes)
      contents.delete(id)
    },
    removeDraft: (id) => void drafts.delete(id),
    listDrafts: () => [...drafts.keys()],
  }
}

const isFileMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Files that are removed without another thread, whose start takes 30 ms. */
const maxOwnRemovals = 60

/** Removes a file, if it exists. With a callback it takes a third of the processor time of the promise of `node:fs`. */
function unlinkFile(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    unlink(path, (error) => (error && !isFileMissing(error) ? reject(error) : resolve()))
  })
}

/** Names of the files in a folder, without those of folders. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** Writes to a temporary file and renames it; the temporary file is removed when writing fails. */
function replace(target: string, write: (path: string) => void): void {
  const path = `${target}.new`
  try {
    write(path)
    renameSync(path, target)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** Contents in one folder, one file each; ':memory:' keeps them in a map. */
export function openContentStore(folder: string): ContentStore {
  if (folder === ':memory:') return memoryStore()
  const draftFolder = join(folder, 'drafts')
  mkdirSync(draftFolder, { recursive: true, mode: 0o700 })
  const place = (id: string, where = folder) => {
    if (!/^[0-9A-Za-z_-]+(?:\.new)?$/.test(id) || id === 'drafts')
      throw new TypeError('not an internal id')
    return join(where, id)
  }
  const draft = (id: string) => place(id, draftFolder)
  return {
    put: (id, bytes) => replace(place(id), (path) => writeFileSync(path, bytes, { mode: 0o600 })),
    async get(id) {
      try {
        return await readFile(place(id))
      } catch (error) {
        if (isFileMissing(error)) return null
        throw error
      }
    },
    size: (id) => statSync(place(id), { throwIfNoEntry: false })?.size ?? null,
    async read(id, part) {
      const stream = createReadStream(place(id), part)
      return (await opened(stream)) ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : null
    },
    copy(from, to) {
      const [source, target] = [place(from), place(to)]
      try {
        // Contents never change, so a hard link will do where the file system has them.
        linkSync(source, target)
      } catch {
        if (!existsSync(source)) return false
        replace(target, (path) => copyFileSync(source, path))
      }
      return true
    },
    listContents: () => filesIn(folder).filter((name) => isWellFormedId(contentIdOf(name))),
    remove: (id) => rmSync(place(id), { force: true }),
    async removeAll({ contents, drafts }) {
      const paths = [...contents.map((id) => place(id)), ...drafts.map((id) => draft(id))]
      if (paths.length > maxOwnRemovals) return removeFiles(paths)
      for (const path of paths) await unlinkFile(path)
    },
    async writeDraft(id, bytes, offset = 0) {
      // `r+` would fail for a missing file, and `w` would truncate the parts that are there.
      const file = await open(draft(id), constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        let size = 0
        for await (const piece of bytes) {
          for (let sent = 0; sent < piece.byteLength;) {
            // On a nearly full disk a write can be short; only the next one fails.
            const { bytesWritten } = await file.write(piece, sent, undefined, offset + size + sent)
            sent += bytesWritten
          }
          size += piece.byteLength
        }
        await file.datasync()
        return size
      } finally {
        await file.close()
      }
    },
    commitDraft: (id) => renameSync(draft(id), place(id)),
    revertToDraft(id) {
      if (existsSync(place(id))) renameSync(place(id), draft(id))
    },
    removeDraft: (id) => rmSync(draft(id), { force: true }),
    listDrafts: () => filesIn(draftFolder).filter(isWellFormedId),
  }
}

/** Whether there is a file behind the stream. */
function opened(stream: ReadStream): Promise<boolean> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(true))
    stream.once('error', (error) => (isFileMissing(error) ? resolve(false) : reject(error)))
  })
}
