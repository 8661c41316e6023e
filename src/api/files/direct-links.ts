import { sendAuthenticated } from '#src/api/client.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { BatchError } from '#src/contract/errors.ts'
import { DirectLinksResponse } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'

/**
 * `PUT /file/source` (docs/protocol.md §8.8): gives a file a direct link, or resolves to the one that it has. Throws
 * 40007, 40016, 403.
 */
export async function createDirectLink(uri: string): Promise<string> {
  const body = { uris: [toWireUri(uri)] }
  try {
    const [made] = await sendAuthenticated(DirectLinksResponse, {
      method: 'PUT',
      path: '/file/source',
      body,
    })
    return made?.link ?? ''
  } catch (error) {
    const [failure] = error instanceof BatchError ? error.failures.values() : []
    throw failure ?? error
  }
}

/** `DELETE /file/source/:id` (docs/protocol.md §8.8). Throws 404 when it is gone. */
export async function deleteDirectLink(id: string): Promise<void> {
  await sendAuthenticated(NoData, {
    method: 'DELETE',
    path: `/file/source/${encodeURIComponent(id)}`,
  })
}
