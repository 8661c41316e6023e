import { sendAuthenticated } from '#src/api/client.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { NoData } from '#src/contract/schema.ts'

/**
 * `POST /file/version/current` (docs/protocol.md §8.7): makes a version of a file the current one; the others stay.
 * Throws 403, 40016, 40073, and 40077 when the version is gone.
 */
export async function setCurrentVersion(uri: string, version: string): Promise<void> {
  const body = { uri: toWireUri(uri), version }
  await sendAuthenticated(NoData, { method: 'POST', path: '/file/version/current', body })
}

/** `DELETE /file/version` (docs/protocol.md §8.7). Throws 403 for the current version, 40016, 40073, 40077. */
export async function deleteVersion(uri: string, version: string): Promise<void> {
  await sendAuthenticated(NoData, {
    method: 'DELETE',
    path: '/file/version',
    body: { uri: toWireUri(uri), version },
  })
}
