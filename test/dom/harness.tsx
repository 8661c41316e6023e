import { act, render, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { resetSession, setSession } from '#src/api/current-session.ts'
import { resetStores } from '#src/api/resets.ts'
import { endRetryWaits } from '#src/api/retry-requests.ts'
import { resetTokensAndSession, restoreSession } from '#src/api/tokens.ts'
import { setInitialLoadDone } from '#src/features/shell/initial-load.ts'
import { startLiveUpdates } from '#src/features/shell/live/live-lists.ts'
import { loadLanguage } from '#src/i18n/catalogues.ts'
import { clearQueriesOfOthers, createQueryClient } from '#src/jobs/query-client.ts'
import { recordServiceTime } from '#src/lib/service-time.ts'
import { deleteAccountRecord } from '#src/platform/account-records.ts'
import { reloadPreferences } from '#src/platform/preferences.ts'
import {
  App,
  createAppRouter,
  hideLinkPassword,
  preferredOrDetectedLanguage,
} from '#src/router.tsx'
import { createEmbeddedService, type EmbeddedService } from '#src/server/service.ts'
import { preloadLazyCode } from '#src/ui/lazy-code.ts'
import { domState } from './dom-state.ts'
import {
  connect,
  type Elsewhere,
  type Faults,
  FaultSwitch,
  type LoggedRequest,
  type Serve,
} from './network.ts'

/*
 * The app as it is, on the embedded service in this process. A failure is a state of the service or a fault of the
 * wire between the two.
 */

/** The clock of the service; ms since 1970. */
export type Clock = { now: () => number; advance(ms: number): void; set(at: number): void }

function createClock(offset: number): Clock {
  // Runs with the machine's, since the page reads that; tests move the difference.
  return {
    now: () => Date.now() + offset,
    advance: (ms) => {
      offset += ms
    },
    set: (at) => {
      offset = at - Date.now()
    },
  }
}

export const password = 'correct horse battery'

export type Backend = {
  service: EmbeddedService
  /** Creates what every test has: Mei, who owns things, and Lin, a colleague. */
  mei: string
  lin: string
}

export type RenderOptions = {
  /** A function where it depends on what was seeded. */
  path?: string | (() => string)
  /** Seeds what this test needs, before the app starts. */
  seed?: (backend: Backend) => void | Promise<void>
  /** Who is signed in, `null` for nobody; Mei unless given. */
  as?: 'mei' | 'lin' | ((backend: Backend) => string) | null
  faults?: (faults: Faults) => void
  service?: { captcha?: boolean; searchTimeoutMs?: number; eventDelayMs?: number }
  /** What stands between the page and the service, and what answers for other origins. */
  between?: (service: EmbeddedService) => { fetch: Serve; elsewhere: Elsewhere }
  /** Accounts get a real password, which costs a little time. */
  passwords?: boolean
  /** The browser has a session that the service no longer knows. */
  isSessionOver?: boolean
  /** The session is stored for the next visit, too. */
  staysSignedIn?: boolean
  /**
   * Strict mode mounts everything twice, so the first read of a page is sent, cancelled and sent again: false for a
   * test that counts requests, or fails a certain one of them.
   */
  isStrict?: boolean
  /** How far the clock of the service is ahead of the page's when the page is opened. */
  clockOffsetMs?: number
  /** Lists follow what others do, as they do in the browser once the first rows are drawn. */
  isLive?: boolean
}

/** Puts a session where a reload finds it, as `api/tokens.ts` does. */
async function storeSession(
  service: EmbeddedService,
  userId: string,
  staysSignedIn: boolean | undefined,
): Promise<void> {
  const { refresh_token: refresh } = await service.seed.mintToken(userId)
  const area = staysSignedIn ? localStorage : sessionStorage
  area.setItem('latchkey.session', JSON.stringify({ refresh, userId }))
  // No other tab has renewed it.
  localStorage.removeItem(`latchkey.user.${userId}.renewed`)
}

// All code is loaded before the first test, outside of its time limit; what shows while a page is loading is no subject
// of these tests.
await preloadLazyCode()

/** The app at a path, signed in, on a fresh service. Everything it touched is reset when the test ends. */
export async function renderApp(options: RenderOptions = {}) {
  const { path = '/', as = 'mei' } = options
  const clock = createClock(options.clockOffsetMs ?? 0)
  const service = await createEmbeddedService({
    dir: ':memory:',
    now: clock.now,
    passwordCost: 4,
    eventDelayMs: 20,
    ...options.service,
  })
  const faults = new FaultSwitch()
  const requests: LoggedRequest[] = []
  const passwordHash = options.passwords ? await service.seed.hashPassword(password) : undefined
  const person = (email: string, nickname: string) =>
    service.seed.addUser({ email, nickname, ...(passwordHash ? { passwordHash } : {}) })
  const backend: Backend = {
    service,
    mei: person('mei@example.org', 'Mei Wang'),
    lin: person('lin@example.org', 'Lin Okafor'),
  }
  await options.seed?.(backend)
  if (as !== null) {
    const userId = typeof as === 'function' ? as(backend) : backend[as]
    await storeSession(service, userId, options.staysSignedIn)
  }
  if (options.isSessionOver) service.seed.endSessions()
  options.faults?.(faults)

  const between = options.between?.(service)
  const network = connect(between ?? service, faults, requests, between?.elsewhere)
  globalThis.fetch = network.fetch
  window.history.replaceState(null, '', typeof path === 'function' ? path() : path)
  reloadPreferences()
  await loadLanguage(preferredOrDetectedLanguage())

  hideLinkPassword()
  let page = openPage(options)

  domState.cleanups.push(async () => {
    await page.close(network.release)
    await network.end()
    // What waits to be sent again is sent now, into the network that has ended, instead of during a later test.
    endRetryWaits()
    service.close()
    for (const user of [backend.mei, backend.lin])
      for (const name of ['link-snapshots', 'link-places']) await deleteAccountRecord(user, name)
    window.history.replaceState(null, '', '/')
    document.title = ''
    // The service of the next test has a clock of its own.
    recordServiceTime(new Date().toUTCString())
  })
  return {
    ...page,
    ...backend,
    clock,
    faults: faults satisfies Faults,
    requests,
    /**
     * The tab is gone in the middle of whatever it did, and another one is opened at the same place. `between` runs
     * when there is none.
     */
    reload: async (between?: () => Promise<void>) => {
      faults.always(() => true, { kind: 'stall' })
      endRetryWaits()
      await page.close()
      faults.clear()
      if (!options.staysSignedIn) await storeSession(service, backend.mei, false)
      await between?.()
      page = openPage(options)
      return page
    },
  }
}

/** What a tab holds. */
function openPage({ isStrict = true, isLive = false }: RenderOptions) {
  const client = createQueryClient()
  const unregister = clearQueriesOfOthers(client)
  restoreSession()
  const unfollowLists = isLive ? startLiveUpdates(client) : () => {}
  const router = createAppRouter(client)
  // Style sheets are not loaded here, and no inline style has `pointer-events`: looking for it would find nothing.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  setInitialLoadDone()
  const view = render(<App client={client} router={router} />, { reactStrictMode: isStrict })
  const close = async (release = () => {}) => {
    view.unmount()
    router.dispose()
    await act(async () => {
      await client.cancelQueries()
    })
    unfollowLists()
    unregister()
    resetTokensAndSession()
    // What the reset cancels rejects a moment later, and must find that nobody is signed in, or it shows a message.
    setSession({ status: 'out', userId: undefined })
    release()
    resetStores()
    await new Promise((resolve) => setImmediate(resolve))
    client.clear()
    resetSession()
  }
  return { ...view, user, client, router, close }
}

/** Where the app is: path and query. */
export const here = (): string => window.location.pathname + window.location.search

/** Waits until the service was asked, and returns that request. */
export async function requestTo(
  requests: readonly LoggedRequest[],
  method: string,
  path: string,
): Promise<LoggedRequest> {
  return waitFor(() => {
    const found = requests.find((request) => request.method === method && request.path === path)
    if (!found) throw new Error(`No ${method} ${path} yet`)
    return found
  })
}
