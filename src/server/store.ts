import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** File contents, each under an internal id; names and paths of users never reach the disk. */
export type Store = {
  /** Writes whole: after a crash the content is there completely or not at all. */
  put(id: string, bytes: Uint8Array): void
  /** null when there is no such content. */
  get(id: string): Promise<Uint8Array | null>
  /** Makes a second content of the same bytes. False when there is no such content. */
  copy(from: string, to: string): boolean
  /** Removing what is not there is no error. */
  remove(id: string): void
}

/** Contents in one folder, one file each; ':memory:' keeps them in a map. */
export function openStore(folder: string): Store {
  if (folder === ':memory:') {
    const contents = new Map<string, Uint8Array>()
    return {
      put: (id, bytes) => void contents.set(id, bytes),
      get: (id) => Promise.resolve(contents.get(id) ?? null),
      copy(from, to) {
        const bytes = contents.get(from)
        if (bytes) contents.set(to, bytes)
        return bytes !== undefined
      },
      remove: (id) => void contents.delete(id),
    }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = (id: string) => {
    if (!/^[0-9A-Za-z_-]+$/.test(id)) throw new TypeError('not an internal id')
    return join(folder, id)
  }
  return {
    put(id, bytes) {
      writeFileSync(`${place(id)}.new`, bytes, { mode: 0o600 })
      renameSync(`${place(id)}.new`, place(id))
    },
    async get(id) {
      try {
        return await readFile(place(id))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    copy(from, to) {
      const [source, target] = [place(from), place(to)]
      try {
        // Contents never change, so both may be one file, where the disk can do that.
        linkSync(source, target)
      } catch {
        if (!existsSync(source)) return false
        copyFileSync(source, `${target}.new`)
        renameSync(`${target}.new`, target)
      }
      return true
    },
    remove: (id) => rmSync(place(id), { force: true }),
  }
}
