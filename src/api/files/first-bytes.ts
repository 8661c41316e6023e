import type { ReadBody } from '#src/api/wire/raw-request.ts'
import { getFileBytes } from './content.ts'

/** Reads no more of a response than `maxBytes`: the rest is not fetched. */
const readFirst =
  (maxBytes: number): ReadBody =>
  async (response) => {
    const reader = response.body?.getReader()
    if (!reader) return new Uint8Array()
    const bytes = new Uint8Array(maxBytes)
    let length = 0
    while (length < maxBytes) {
      const { value, done } = await reader.read()
      if (done) break
      const taken = value.subarray(0, maxBytes - length)
      bytes.set(taken, length)
      length += taken.length
    }
    await reader.cancel()
    return bytes.subarray(0, length)
  }

/** The first `maxBytes` of a longer file; a service that knows no ranges is not read to the end. Throws like {@link getFileBytes}. */
export const getFirstFileBytes = (
  uri: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> =>
  getFileBytes(uri, signal, {
    range: { start: 0, length: maxBytes },
    readBody: readFirst(maxBytes),
  })
