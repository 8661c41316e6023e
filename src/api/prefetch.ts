import { firstSharePage, shareListRequest } from '#src/api/shares/share-list-request.ts'
import { prefetchRequest } from '#src/api/wire/wire.ts'
import { getAccessToken, restoreStoredSession, refreshSession } from './tokens.ts'

/**
 * Renews the session of this browser and requests the first data of the page at `path`. Errors are ignored: whoever
 * needs the data requests it again and reports the failure.
 */
export async function prefetchFirst(path: string): Promise<void> {
  if (!restoreStoredSession()) return
  try {
    // A rejected renewal must end this; `accessToken` would wait for a sign-in.
    await refreshSession('')
    const bearer = await getAccessToken()
    const isList = path === '/' || path.startsWith('/shares')
    if (bearer !== undefined && isList) prefetchRequest(shareListRequest(firstSharePage), bearer)
  } catch {
    // The page will meet the error again.
  }
}
