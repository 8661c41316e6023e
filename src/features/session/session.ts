import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import * as api from '#src/api/session.ts'
import { getSiteConfig } from '#src/api/site.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { runBeforeSignOutRequests } from '#src/jobs/before-sign-out.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { keys } from '#src/lists/keys.ts'

export const session = {
  signIn: () =>
    mutationOptions({
      mutationFn: api.signIn,
      meta: createWriteMeta({ invalidates: () => [] }),
    }),
  finishSignIn: () =>
    mutationOptions({
      mutationFn: ({ sessionId, code, keep }: { sessionId: string; code: string; keep: boolean }) =>
        api.signInWithSecondFactor(sessionId, code, keep),
      meta: createWriteMeta({ invalidates: () => [] }),
    }),
  signOut: () =>
    mutationOptions({
      mutationFn: async () => {
        if (currentSession().status === 'active') await runBeforeSignOutRequests()
        await api.signOut()
      },
      meta: createWriteMeta({
        invalidates: () => [],
        failureContext: () => ({ kind: 'notSignedOut' }),
      }),
    }),
  /** What the service requires at sign-in, and the type of its captchas where it asks for any. */
  signInConfig: () =>
    queryOptions({
      queryKey: keys.site.login(),
      queryFn: async ({ signal }): Promise<SiteConfig> => {
        const config = await getSiteConfig('login', signal)
        if (!config.login_captcha && !config.reg_captcha && !config.forget_captcha) return config
        // While the type cannot be read they are taken for pictures.
        const basic = await getSiteConfig('basic', signal).catch(() => undefined)
        return { ...config, captcha_type: basic?.captcha_type }
      },
      staleTime: Infinity,
    }),
  /** A captcha is valid for one attempt, so every `attempt` gets a new one. */
  captcha: (attempt: number) =>
    queryOptions({
      queryKey: keys.site.captcha(attempt),
      queryFn: ({ signal }) => api.getCaptcha(signal),
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
}
