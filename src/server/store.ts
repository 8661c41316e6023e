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
  writeFileSync,
  type ReadStream,
} from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes as they come in. */
export type Bytes = AsyncIterable<Uint8Array>

/**
 * File contents, each under an internal id; names and paths of users never reach the disk. What is still being received
 * is a draft: it lies apart under the id that it will have, and becomes content in one step.
 */
export type Store = {
  /** Writes whole: after a crash the content is there completely or not at all. */
  put(id: string, bytes: Uint8Array): void
  /** null when there is no such content. */
  get(id: string): Promise<Uint8Array | null>
  /** Bytes of a content, or null when there is none. */
  size(id: string): number | null
  /** The same as a stream, never whole in memory; of a part, both ends belong to it. */
  read(
    id: string,
    part?: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array> | null>
  /** Makes a second content of the same bytes. False when there is no such content. */
  copy(from: string, to: string): boolean
  /** Removing what is not there is no error. */
  remove(id: string): void
  /**
   * Writes into a draft from `offset` on, piece by piece, and resolves to the number of bytes once they are on the disk.
   * Throws what `bytes` throws; what came before stays in the draft.
   */
  receive(id: string, bytes: Bytes, offset?: number): Promise<number>
  /** Makes a draft the content of its id. Throws when there is no such draft. */
  keep(id: string): void
  /** Makes a content a draft again: what `keep` was part of came to nothing. Nothing happens when there is none. */
  reopen(id: string): void
  /** Dropping what is not there is no error. */
  drop(id: string): void
  /** Ids of all drafts, those too that a crash left behind. */
  drafts(): string[]
}

function memoryStore(): Store {
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
    remove: (id) => void contents.delete(id),
    async receive(id, bytes, offset = 0) {
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
    keep(id) {
      const draft = drafts.get(id)
      if (!draft) throw new Error(`no draft ${id}`)
      contents.set(id, draft)
      drafts.delete(id)
    },
    reopen(id) {
      const bytes = contents.get(id)
      if (bytes) drafts.set(id, bytes)
      contents.delete(id)
    },
    drop: (id) => void drafts.delete(id),
    drafts: () => [...drafts.keys()],
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Writes beside and renames; what cannot be written leaves nothing behind. */
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
export function openStore(folder: string): Store {
  if (folder === ':memory:') return memoryStore()
  const draftFolder = join(folder, 'drafts')
  mkdirSync(draftFolder, { recursive: true, mode: 0o700 })
  const place = (id: string, where = folder) => {
    if (!/^[0-9A-Za-z_-]+$/.test(id) || id === 'drafts') throw new TypeError('not an internal id')
    return join(where, id)
  }
  const draft = (id: string) => place(id, draftFolder)
  return {
    put: (id, bytes) => replace(place(id), (path) => writeFileSync(path, bytes, { mode: 0o600 })),
    async get(id) {
      try {
        return await readFile(place(id))
      } catch (error) {
        if (isMissing(error)) return null
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
        // Contents never change, so both may be one file, where the disk can do that.
        linkSync(source, target)
      } catch {
        if (!existsSync(source)) return false
        replace(target, (path) => copyFileSync(source, path))
      }
      return true
    },
    remove: (id) => rmSync(place(id), { force: true }),
    async receive(id, bytes, offset = 0) {
      // Not `r+`, which wants the file to be there, nor `w`, which would empty it for the next part.
      const file = await open(draft(id), constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        let size = 0
        for await (const piece of bytes) {
          for (let sent = 0; sent < piece.byteLength;) {
            // A disk that is nearly full takes a part and only refuses the next one.
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
    keep: (id) => renameSync(draft(id), place(id)),
    reopen(id) {
      if (existsSync(place(id))) renameSync(place(id), draft(id))
    },
    drop: (id) => rmSync(draft(id), { force: true }),
    drafts: () => readdirSync(draftFolder),
  }
}

/** Whether there is a file behind the stream. */
function opened(stream: ReadStream): Promise<boolean> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(true))
    stream.once('error', (error) => (isMissing(error) ? resolve(false) : reject(error)))
  })
}
