import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import {
  createBrowserRouter,
  matchRoutes,
  Navigate,
  Outlet,
  replace,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router-dom'
import { CrashNotice } from '#src/components/errors/CrashNotice.tsx'
import { Frame } from '#src/components/frame/Frame.tsx'
import { FrameSkeleton } from '#src/components/frame/FrameSkeleton.tsx'
import { I18nProvider } from '#src/i18n/I18n.tsx'
import { detectLanguage, type Language } from '#src/i18n/language.ts'
import { decodeUriPart } from '#src/lib/decode-uri-part.ts'
import { shareList } from '#src/queries/shares/share-list.ts'
import { withoutLinkPassword } from '#src/stores/links/address-password.ts'
import {
  currentPreferences,
  useDensity,
  useLanguage,
  useLetterKeys,
  useTheme,
} from '#src/stores/preferences.ts'
import { currentSession, useSessionStatus, useUserId } from '#src/stores/session.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { setLetterKeys } from '#src/ui/use-hotkeys.ts'
import { homePage, type PageName, pageModules } from './page-modules.ts'

const homePath = `/${homePage}`

/** Drawn once the page is idle: what opens is of no use before, and its code would compete with the first rows. */
const Dialogs = lazyComponent(async () => (await import('#src/dialogs/Dialogs.tsx')).Dialogs, {
  optional: true,
  waitsForIdle: true,
})

const lazyPage = (name: PageName) =>
  lazyComponent(async (): Promise<ComponentType> => (await pageModules[name]()).default, {
    preload: false,
  })

/**
 * The router fetches the page's code before it enters the route. It would keep a failure, so that is left
 * to the page, which fetches it once more when it is drawn and shows what went wrong.
 */
const pageRoute = (path: string, Page: ReturnType<typeof lazyPage>): RouteObject => ({
  path,
  lazy: async () => {
    await Page.preload()
    return { Component: Page }
  },
  // The frame around it is drawn at once.
  hydrateFallbackElement: <></>,
  errorElement: <RouteError />,
})

/** Every URL. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      {
        path: '/',
        loader: () => replace(homePath),
        hydrateFallbackElement: <FrameSkeleton />,
        // Never drawn. The router warns of a leaf without an element.
        element: <></>,
      },
      pageRoute('/sign-in', lazyPage('sign-in')),
      pageRoute('/s/:id', lazyPage('s')),
      {
        path: '/s/:id/*',
        loader: ({ request }) => replace(withoutLinkPassword(new URL(request.url))),
        hydrateFallbackElement: <></>,
        element: <></>,
      },
      {
        element: <SignedIn />,
        children: [
          pageRoute('/files', lazyPage('files')),
          pageRoute('/edit', lazyPage('edit')),
          pageRoute(homePath, lazyPage(homePage)),
          pageRoute('/trash', lazyPage('trash')),
          pageRoute('/view-settings', lazyPage('view-settings')),
        ],
      },
      // Bookmarks of the public server's own front end too, and what its short links lead to.
      pageRoute('*', lazyPage('other-address')),
    ],
  },
]

/** Starts to fetch the page at the current address. */
export const createAppRouter = () => createBrowserRouter(routes)

/** Fetches the code of the page at a path before it is entered; a failure shows when the page is entered. */
export async function preloadPage(path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy === 'function') await route.lazy()
  }
}

/** Starts to fetch the data of the page at a path, when somebody is signed in. */
export function prefetchPage(path: string, client: QueryClient): void {
  if ((path === '/' || path === homePath) && currentSession().status === 'active') {
    void client.prefetchQuery(shareList())
  }
}

/** Takes the password of a share link out of the address and into memory. Run it before anything can read the address. */
export function hideSharePassword(): void {
  // A path that begins with two slashes would be taken for the name of a host.
  const address = withoutLinkPassword(location).replace(/^\/{2,}/, '/')
  if (address === location.pathname + location.search + location.hash) return
  history.replaceState(history.state, '', address)
}

/** The language that was chosen in this browser, else the first of its languages that has messages. */
export const initialLanguage = (): Language =>
  currentPreferences().language ?? detectLanguage(navigator.languages)

/** The root component: language, query client and router, with the appearance that the user prefers. */
export function App({
  client,
  router,
}: {
  client: QueryClient
  router: ReturnType<typeof createAppRouter>
}) {
  const language = useLanguage() ?? detectLanguage(navigator.languages)
  useAppearance()
  return (
    <I18nProvider language={language}>
      <QueryClientProvider client={client}>
        {/* In a transition, a search field whose text is in the URL would lag behind its keys. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </I18nProvider>
  )
}

function useAppearance(): void {
  const theme = useTheme()
  const density = useDensity()
  const letterKeys = useLetterKeys()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    if (density === 'compact') dataset['density'] = density
    else delete dataset['density']
  }, [theme, density])
  useEffect(() => setLetterKeys(letterKeys), [letterKeys])
}

function Root() {
  return (
    <>
      <Outlet />
      <Dialogs />
    </>
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
  if (status === 'checking') return <FrameSkeleton />
  if (
    status === 'out' &&
    !wasIn &&
    pathname === '/files' &&
    /@share\b/.test(decodeUriPart(search))
  ) {
    // What a share link leads to: the page draws a frame of its own (F7).
    return <Outlet />
  }
  if (status === 'out') {
    // After a sign-out nothing tells the next user which page was open.
    const back = wasIn ? '' : `?to=${encodeURIComponent(pathname + search + hash)}`
    return <Navigate replace to={`/sign-in${back}`} />
  }
  if (!wasIn) setWasIn(true)
  return (
    // Nothing that belonged to one user is left on the page when another one signs in.
    <Frame key={userId} onPreload={(path) => void preloadPage(path)}>
      <Outlet />
    </Frame>
  )
}
