import { getFirstFileBytes } from '#src/api/files/first-bytes.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'

/** The beginning of a table of more than {@link maxTextBytes}, of which the first rows are shown. */
export async function readTableStart(uri: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await getFirstFileBytes(uri, maxTextBytes, signal)
  // It has become shorter, and ends with a whole row.
  return bytes.length < maxTextBytes ? new Uint8Array([...bytes, 10]) : bytes
}
