import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { BrowserRouter, matchPath, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { ErrorBoundary } from './dialogs/ErrorBoundary.tsx'
import { I18nProvider, useI18n } from './i18n/I18n.tsx'
import { detectLanguage, type Language } from './i18n/language.ts'
import { decoded } from './lib/decoded.ts'
import { shareList } from './queries/share-list.ts'
import {
  currentPreferences,
  useDensity,
  useLanguage,
  useLetterKeys,
  useTheme,
} from './stores/preferences.ts'
import { currentSession, useSessionStatus } from './stores/session.ts'
import { rememberSharePassword } from './stores/share-passwords.ts'
import { buttonClass } from './ui/Button.tsx'
import { EmptyState } from './ui/EmptyState.tsx'
import { Link } from './ui/Link.tsx'
import { later } from './ui/later.ts'
import { setLetterKeys } from './ui/use-hotkeys.ts'
import { Frame } from './views/Frame.tsx'
import { useDocumentTitle } from './views/frame-title.ts'
import { FrameSkeleton } from './views/FrameSkeleton.tsx'

type Page = { default: ComponentType }

/** Every URL, with the words that its page speaks. */
const pages = {
  '/sign-in': later<Page>(
    () => import('./pages/sign-in/SignInPage.tsx'),
    ['signIn', 'account', 'errors'],
  ),
  '/s': later<Page>(
    () => import('./pages/share-landing/ShareLandingPage.tsx'),
    ['landing', 'signIn', 'account', 'errors', 'kinds', 'times'],
  ),
  '/files': later<Page>(() => import('./pages/files/FilesPage.tsx'), ['files']),
  '/edit': later<Page>(
    () => import('./pages/editor/EditorPage.tsx'),
    ['editor', 'errors', 'locks'],
  ),
  '/shares': later<Page>(() => import('./pages/shares/SharesPage.tsx')),
  '/trash': later<Page>(() => import('./pages/trash/TrashPage.tsx'), ['trash', 'kinds']),
  '/view-settings': later<Page>(
    () => import('./pages/view-settings/ViewSettingsPage.tsx'),
    ['files', 'viewSettings'],
  ),
}
type PageName = keyof typeof pages
const home = '/shares'

function pageAt(path: string): PageName | undefined {
  if (path === '/') return home
  const first = `/${path.split('/')[1] ?? ''}`
  return first in pages ? (first as PageName) : undefined
}

/** Asks for the code of the page at a path before it is needed; a failure shows when the page is entered. */
export async function aimAt(path: string): Promise<void> {
  const name = pageAt(path)
  if (name) await pages[name].load().catch(() => undefined)
}

/** Begins with the page at a path: its code, and its data when somebody is signed in. */
export function beginPage(path: string, client: QueryClient): void {
  const name = pageAt(path)
  void aimAt(path)
  if (name === '/shares' && currentSession().status === 'active') {
    void client.prefetchQuery(shareList())
  }
}

const sharePath = /^\/s\/([^/]+)\/([^/]+)\/?$/

/** Takes a share link's password out of the address and into memory. Run it before anything can read the address. */
export function hideSharePassword(): void {
  const [, id, password] = sharePath.exec(location.pathname) ?? []
  if (id === undefined || password === undefined) return
  rememberSharePassword(decoded(id), decoded(password))
  history.replaceState(history.state, '', `/s/${id}`)
}

/** The language chosen here, else the first of the browser's that we speak. */
export const startLanguage = (): Language =>
  currentPreferences().language ?? detectLanguage(navigator.languages)

/** The whole of what is drawn. */
export function App({ client }: { client: QueryClient }) {
  const language = useLanguage() ?? detectLanguage(navigator.languages)
  useLook()
  return (
    <I18nProvider language={language}>
      <QueryClientProvider client={client}>
        {/* A search field that lives in the URL must not lag behind its own keys. */}
        <BrowserRouter useTransitions={false}>
          <AllRoutes />
          <Dialogs />
        </BrowserRouter>
      </QueryClientProvider>
    </I18nProvider>
  )
}

function useLook(): void {
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

const routes = [
  { path: '/', element: <Navigate replace to={home} /> },
  { path: '/sign-in', element: <Guarded name="/sign-in" /> },
  { path: '/s/:id', element: <Guarded name="/s" /> },
  { path: '/s/:id/:password', element: <HidePassword /> },
  ...(['/files', '/edit', '/shares', '/trash', '/view-settings'] as const).map((path) => ({
    path,
    element: <OwnPage name={path} />,
  })),
]

/** One route at a time and none inside another: the router's own drawing of routes would weigh more than all of them. */
function AllRoutes() {
  const { pathname } = useLocation()
  return routes.find(({ path }) => matchPath(path, pathname))?.element ?? <NotFound />
}

function HidePassword() {
  const { pathname } = useLocation()
  const [, id = '', password = ''] = sharePath.exec(pathname) ?? []
  const navigate = useNavigate()
  // Before paint, so that the password is never seen in the address.
  useLayoutEffect(() => {
    rememberSharePassword(decoded(id), decoded(password))
    void navigate(`/s/${id}`, { replace: true })
  }, [id, password, navigate])
  return null
}

function Code({ name }: { name: PageName }) {
  const page = pages[name].useCode(true)
  return page ? createElement(page.default) : null
}

/** A page, or why it cannot be drawn. The boundary forgets on leaving and on Retry, never by itself. */
function Guarded({ name }: { name: PageName }) {
  return (
    <ErrorBoundary place={name}>
      <Code key={name} name={name} />
    </ErrorBoundary>
  )
}

/** A page of somebody who is signed in; else the way to sign in and back. */
function OwnPage({ name }: { name: PageName }) {
  const status = useSessionStatus()
  const { pathname, search, hash } = useLocation()
  const [wasIn, setWasIn] = useState(false)
  if (status === 'looking') return <FrameSkeleton />
  if (status === 'out' && !wasIn && name === '/files' && /@share\b/.test(decoded(search))) {
    // What a share link leads to: the page draws a frame of its own (F7).
    return <Guarded name={name} />
  }
  if (status === 'out') {
    // Who signs out leaves no trace of where he was to whoever comes next.
    const back = wasIn ? '' : `?to=${encodeURIComponent(pathname + search + hash)}`
    return <Navigate replace to={`/sign-in${back}`} />
  }
  if (!wasIn) setWasIn(true)
  return (
    <Frame onAim={(path) => void aimAt(path)}>
      <Guarded name={name} />
    </Frame>
  )
}

function NotFound() {
  const { t } = useI18n()
  useDocumentTitle(t.frame.notFoundTitle)
  return (
    <main>
      <EmptyState
        picture="search-none"
        text={
          <>
            <strong>{t.frame.notFoundTitle}</strong>
            <br />
            {t.frame.notFoundText}
          </>
        }
        action={
          <Link className={buttonClass()} to={home}>
            {t.frame.goToShares}
          </Link>
        }
      />
    </main>
  )
}
