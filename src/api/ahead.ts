import { firstShares, shareCall } from './share-call.ts'
import { accessToken, recallSession, refreshSession } from './tokens.ts'
import { askAhead } from './wire.ts'

/**
 * Renews the session of this browser and asks for what the page at `path` begins with. What fails here is asked for
 * again by whoever needs it, and said there.
 */
export async function askFirst(path: string): Promise<void> {
  if (!recallSession()) return
  try {
    // A renewal that is refused ends this; `accessToken` would wait for a sign-in.
    await refreshSession('')
    const bearer = await accessToken()
    const isList = path === '/' || path.startsWith('/shares')
    if (bearer !== undefined && isList) askAhead(shareCall(firstShares), bearer)
  } catch {
    // The page meets it again.
  }
}
