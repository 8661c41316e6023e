import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  replace,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router-dom'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { refreshTokens } from '#src/api/tokens.ts'
import { CrashNotice } from '#src/features/errors/CrashNotice.tsx'
import { files } from '#src/features/file-lists/files.ts'
import { linkListQuery } from '#src/features/links/list/link-list.ts'
import { stripAndRememberLinkPassword } from '#src/features/links/visit/address-password.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { AppShell } from '#src/features/shell/app-shell/AppShell.tsx'
import { AppShellSkeleton } from '#src/features/shell/app-shell/AppShellSkeleton.tsx'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { useIsInitialLoadDone } from '#src/features/shell/initial-load.ts'
import { I18nProvider } from '#src/i18n/I18n.tsx'
import { detectLanguage, type Language } from '#src/i18n/language.ts'
import { useCurrentQuestion } from '#src/jobs/questions/questions.ts'
import { decodeUriPart } from '#src/lib/decode-uri-part.ts'
import { hasSearch, parseFilesUrl } from '#src/pages/files/url.ts'
import {
  currentPreferences,
  useDensity,
  useLanguage,
  useLetterShortcutsEnabled,
  useTheme,
} from '#src/platform/preferences.ts'
import { clearAnnouncements } from '#src/ui/announcements/announce.ts'
import { LiveRegion } from '#src/ui/announcements/LiveRegion.tsx'
import { DialogHold } from '#src/ui/dialogs/dialog-hold.ts'
import { setLetterShortcutsEnabled } from '#src/ui/keyboard/use-hotkeys.ts'
import { createLazyLoader } from '#src/ui/lazy-code.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'

const homePath = '/shares'

/** Dialogs and messages: as much code as a page. */
const Dialogs = lazyWhenOpened(
  async () => (await import('#src/features/shell/Dialogs.tsx')).Dialogs,
)

/** The code of each page. */
const pages = {
  signIn: page(() => import('#src/pages/sign-in/SignInPage.tsx')),
  sharedLink: page(() => import('#src/pages/shared-link/SharedLinkPage.tsx')),
  files: page(() => import('#src/pages/files/FilesPage.tsx')),
  editor: page(() => import('#src/pages/editor/EditorPage.tsx')),
  shares: page(() => import('#src/pages/shares/SharesPage.tsx')),
  trash: page(() => import('#src/pages/trash/TrashPage.tsx')),
  account: page(() => import('#src/pages/account/AccountPage.tsx')),
  registration: page(() => import('#src/pages/registration/RegistrationPage.tsx')),
  viewSettings: page(() => import('#src/pages/view-settings/ViewSettingsPage.tsx')),
  legacyUrl: page(() => import('#src/pages/legacy-url/LegacyUrlPage.tsx')),
}

type FetchPage = () => Promise<{ Component: ComponentType }>

function page(fetchModule: () => Promise<{ default: ComponentType }>): FetchPage {
  return createLazyLoader(async () => ({ Component: (await fetchModule()).default }))
}

/** `prefetch` starts to read what the page shows first, while its code is being fetched. */
const pageRoute = (
  path: string,
  fetchPage: FetchPage,
  prefetch?: (url: URL) => Promise<void>,
): RouteObject => ({
  path,
  lazy: fetchPage,
  ...(prefetch && {
    loader: async ({ request }) => {
      if (currentSession().status === 'active') await prefetch(new URL(request.url))
      return null
    },
  }),
  // What the page does with its own address is up to its queries.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  // The frame around it is drawn at once.
  hydrateFallbackElement: <></>,
  errorElement: <RouteError />,
})

/** Does not wait for the answer: the page shows that it is loading. */
const prefetchFolder = async (client: QueryClient, { searchParams }: URL): Promise<void> => {
  const url = parseFilesUrl(searchParams)
  // The days of a search are those of the service, whose clock comes with the renewal of the session.
  if (hasSearch(url)) await refreshTokens('').catch(() => undefined)
  else if (url.uri !== null) void client.prefetchQuery(files.list(url.uri))
}

/** Every URL. */
const routes = (client: QueryClient): RouteObject[] => [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      {
        path: '/',
        loader: () => replace(homePath),
        hydrateFallbackElement: <AppShellSkeleton />,
        // Never drawn. The router warns of a leaf without an element.
        element: <></>,
      },
      pageRoute('/sign-in', pages.signIn),
      // Where the public server has them, and its mails lead (docs/protocol.md §2.6).
      ...['signup', 'activate', 'reset'].map((name) =>
        pageRoute(`/session/${name}`, pages.registration),
      ),
      // Without an id the address of a link was cut or mistyped.
      pageRoute('/s/:id?', pages.sharedLink),
      {
        path: '/s/:id/*',
        loader: ({ request }) => replace(stripAndRememberLinkPassword(new URL(request.url))),
        hydrateFallbackElement: <></>,
        element: <></>,
      },
      {
        element: <SignedIn />,
        children: [
          pageRoute('/files', pages.files, (url) => prefetchFolder(client, url)),
          pageRoute('/edit', pages.editor),
          pageRoute(homePath, pages.shares, async () => {
            void client.prefetchQuery(linkListQuery())
          }),
          pageRoute('/trash', pages.trash, async () => {
            void client.prefetchQuery(files.trash())
          }),
          pageRoute('/view-settings', pages.viewSettings),
          pageRoute('/account', pages.account),
        ],
      },
      // Bookmarks of the public server's own front end too, and what its short links lead to.
      pageRoute('*', pages.legacyUrl),
    ],
  },
]

/** Starts to fetch the page at the current address, and what it shows first. */
export const createAppRouter = (client: QueryClient) => createBrowserRouter(routes(client))

/** Takes the password of a share link out of the address and into memory. Run it before anything can read the address. */
export function hideLinkPassword(): void {
  // A path that begins with two slashes would be taken for the name of a host.
  const address = stripAndRememberLinkPassword(location).replace(/^\/{2,}/, '/')
  if (address === location.pathname + location.search + location.hash) return
  history.replaceState(history.state, '', address)
}

/** The language that was chosen in this browser, else the first of its languages that has messages. */
export const preferredOrDetectedLanguage = (): Language =>
  currentPreferences().language ?? detectLanguage(navigator.languages)

/** The root component: language, query client and router, with the appearance that the user prefers. */
export function App({
  client,
  router,
  children,
}: {
  client: QueryClient
  router: ReturnType<typeof createAppRouter>
  children?: ReactNode
}) {
  const language = useLanguage() ?? detectLanguage(navigator.languages)
  useAppearance()
  return (
    <I18nProvider language={language}>
      <QueryClientProvider client={client}>
        {/* In a transition, a search field whose text is in the URL would lag behind its keys. */}
        <RouterProvider router={router} useTransitions={false} />
        {children}
      </QueryClientProvider>
    </I18nProvider>
  )
}

function useAppearance(): void {
  const theme = useTheme()
  const density = useDensity()
  const letterKeys = useLetterShortcutsEnabled()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    if (density === 'compact') dataset['density'] = density
    else delete dataset['density']
  }, [theme, density])
  useEffect(() => setLetterShortcutsEnabled(letterKeys), [letterKeys])
}

onSignOut(clearAnnouncements)

function Root() {
  const isIdle = useIsInitialLoadDone()
  const isSessionOver = useSessionStatus() === 'ended'
  const isAsked = useCurrentQuestion() !== undefined
  return (
    <DialogHold value={isAsked}>
      <LiveRegion />
      <Outlet />
      {(isIdle || isSessionOver || isAsked) && (
        <ErrorBoundary>
          <Dialogs />
        </ErrorBoundary>
      )}
    </DialogHold>
  )
}

/** Why a page cannot be drawn. Any navigation clears it, so Retry navigates to where one is. */
function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const here = useLocation()
  return (
    <CrashNotice
      error={error}
      onRetry={() => void navigate(here, { replace: true, state: here.state as unknown })}
    />
  )
}

/** The pages of a user who is signed in, in their frame; for others the way to sign in and back. */
function SignedIn() {
  const status = useSessionStatus()
  const { pathname, search, hash } = useLocation()
  const userId = useUserId()
  const [wasIn, setWasIn] = useState(false)
  // What a share link leads to: for visitors the page draws a frame of its own (F7), which has no sidebar.
  const isShared = pathname === '/files' && /@share\b/.test(decodeUriPart(search))
  if (status === 'checking')
    return isShared ? <main id="content" tabIndex={-1} /> : <AppShellSkeleton />
  if (status === 'out' && !wasIn && isShared) return <Outlet />
  if (status === 'out') {
    // After a sign-out nothing tells the next user which page was open.
    const back = wasIn ? '' : `?to=${encodeURIComponent(pathname + search + hash)}`
    return <Navigate replace to={`/sign-in${back}`} />
  }
  if (!wasIn) setWasIn(true)
  return (
    // Nothing that belonged to one user is left on the page when another one signs in.
    <AppShell key={userId}>
      <Outlet />
    </AppShell>
  )
}
