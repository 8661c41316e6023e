import { afterEach, beforeEach, vi } from 'vitest'
import { unpack } from '../../../processes/unpack-zip.ts'
import { recordSavedAddresses } from './saved-addresses.ts'

/** The archives that the page put together and had the browser save, in the current test. Call it at the top of a file. */
export function recordSavedArchives() {
  const addresses = recordSavedAddresses()
  const blobs: Blob[] = []
  let restore = () => {}
  beforeEach(() => {
    blobs.length = 0
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      blobs.push(made as Blob)
      return `blob:${location.origin}/${blobs.length}`
    })
    restore = () => made.mockRestore()
  })
  afterEach(() => restore())
  return {
    /** Everything that was saved, archives and others. */
    addresses,
    count: () => blobs.length,
    /** The texts in the archive that was saved last, by their names. */
    last: async (): Promise<Record<string, string>> => {
      const blob = blobs.at(-1)
      if (!blob) throw new Error('no archive was saved')
      return unpack(Buffer.from(await blob.arrayBuffer()))
    },
  }
}
