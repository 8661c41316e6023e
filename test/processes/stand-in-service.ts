import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { createStandInAccounts } from './stand-in-accounts.ts'

type Data = Record<string, unknown>
const dataOf = async (response: Response) => ((await response.json()) as { data: Data }).data
const done = (data: Data) => Response.json({ code: 0, msg: '', data })

/** A page test's service with what the public server has beside it: `between` is for the harness. */
export function withStandInAccounts(stand = createStandInAccounts()) {
  const between = (service: EmbeddedService) => ({
    elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
    fetch: (async (request, from) => {
      const url = new URL(request.url)
      const path = url.pathname.replace('/api/v4', '')
      const answered = stand.answer({
        method: request.method,
        path,
        query: url.searchParams,
        body: await request.clone().text(),
        isSignedIn: request.headers.has('authorization'),
      })
      if (answered) return Response.json(answered)
      // That server does not tell where one is signed in.
      if (path.startsWith('/user/sessions'))
        return new Response('404 page not found', { status: 404 })
      const response = await service.fetch(request, from)
      if (path === '/site/config/login') {
        const { forget_enabled: _, ...login } = await dataOf(response)
        return done({ ...login, ...stand.state.site })
      }
      if (path === '/site/config/basic')
        return done({ ...(await dataOf(response)), captcha_type: stand.state.captchaType })
      if (path !== '/user/me') return response
      const me = await dataOf(response)
      const permission = encodeBoolset(stand.state.mayHaveDrives ? [2, 3, 7] : [2, 7])
      return done({ ...me, group: { ...(me['group'] as Data), permission } })
    }) satisfies EmbeddedService['fetch'],
  })
  return { ...stand, between }
}
