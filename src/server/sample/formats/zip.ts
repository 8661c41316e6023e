import { makeZip } from 'client-zip'

/** One file of an archive; folders of its name are joined by slashes. */
export type ZipEntry = { name: string; bytes: Uint8Array }

/** A ZIP archive. Its entries have a fixed date, so that the same entries always give the same bytes. */
export async function zip(entries: readonly ZipEntry[]): Promise<Uint8Array> {
  const lastModified = new Date(2026, 6, 14, 12)
  const files = entries.map(({ name, bytes }) => ({ name, input: bytes, lastModified }))
  return new Uint8Array(await new Response(makeZip(files)).arrayBuffer())
}
