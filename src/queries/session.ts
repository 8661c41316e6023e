import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as api from '#src/api/session.ts'
import { findSession, onSessionChange, resetTokens } from '#src/api/tokens.ts'
import { getSiteConfig } from '#src/api/site.ts'
import { closeLists } from './list.ts'
import { resetStores } from '#src/stores/resets.ts'
import { currentSession, resetSession, setSession } from '#src/stores/session.ts'

/*
 * Where tokens, stores and cache meet. An ended session leaves everything in place behind the sign-in dialog; signing
 * out, or in as somebody else, forgets all that belonged to the user.
 */

/** What is kept of a user's long operations; the code that keeps is not needed before. */
const forgetLogsOf = async (userId: string): Promise<void> => {
  const { forgetLogs } = await import('#src/lib/keep.ts')
  await forgetLogs(userId)
}

/** Finds this browser's session and follows it from then on. Returns the way to stop. */
export function followSession(client: QueryClient): () => void {
  const forget = () => {
    closeLists(client)
    client.clear()
    resetStores()
  }
  const stop = onSessionChange(({ status, userId }) => {
    const before = currentSession()
    const isSomebodyElse = before.userId !== undefined && before.userId !== userId
    if (status === 'out' || (status === 'active' && isSomebodyElse)) {
      forget()
      if (before.userId !== undefined) void forgetLogsOf(before.userId)
    }
    setSession({ status, userId })
  })
  void findSession().then((status) => {
    if (status === 'out') setSession({ status: 'out', userId: undefined })
  })
  return () => {
    stop()
    resetTokens()
    resetSession()
  }
}

export const session = {
  signIn: () => mutationOptions({ mutationFn: api.signIn, meta: { isInline: true } }),
  finishSignIn: () =>
    mutationOptions({
      mutationFn: ({ sessionId, code, keep }: { sessionId: string; code: string; keep: boolean }) =>
        api.finishSignIn(sessionId, code, keep),
      meta: { isInline: true },
    }),
  signOut: () => mutationOptions({ mutationFn: api.signOut }),
  /** What the service asks for at sign-in. */
  signInConfig: () =>
    queryOptions({
      queryKey: ['site', 'config', 'login'],
      queryFn: ({ signal }) => getSiteConfig('login', signal),
      staleTime: Infinity,
    }),
  /** A captcha is good for one try: a new `attempt` is a new one. */
  captcha: (attempt: number) =>
    queryOptions({
      queryKey: ['session', 'captcha', attempt],
      queryFn: ({ signal }) => api.getCaptcha(signal),
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
}
