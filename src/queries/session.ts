import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as api from '#src/api/session.ts'
import { getSiteConfig } from '#src/api/site.ts'
import { sayFarewell } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'

export const session = {
  signIn: () => mutationOptions({ mutationFn: api.signIn, meta: { isInline: true } }),
  finishSignIn: () =>
    mutationOptions({
      mutationFn: ({ sessionId, code, keep }: { sessionId: string; code: string; keep: boolean }) =>
        api.finishSignIn(sessionId, code, keep),
      meta: { isInline: true },
    }),
  signOut: () =>
    mutationOptions({
      mutationFn: async () => {
        if (currentSession().status === 'active') await sayFarewell()
        await api.signOut()
      },
    }),
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
