import { type FilePageParams, getFile, listFiles } from '#src/api/files/files.ts'
import type { File } from '#src/contract/file.ts'

/**
 * Reads items and searches for them, each once: links to items of one name are looked for by the same requests. It is
 * made for each search anew, since what it has read grows old.
 */
export type ItemReader = {
  /** The item at a URI, with its links. */
  readonly item: (uri: string) => Promise<File>
  readonly page: (uri: string, params: FilePageParams) => ReturnType<typeof listFiles>
}

export function createItemReader(signal?: AbortSignal): ItemReader {
  const items = new Map<string, Promise<File>>()
  const pages = new Map<string, ReturnType<typeof listFiles>>()
  const once = <T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>) => {
    const reading = known.get(key) ?? read()
    known.set(key, reading)
    return reading
  }
  return {
    item: (uri) => once(items, uri, () => getFile(uri, { extended: true }, signal)),
    page: (uri, params) =>
      once(pages, JSON.stringify([uri, params]), () => listFiles(uri, params, signal)),
  }
}
