import '#src/ui/styles/tokens.css'
import '#src/ui/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refreshTokens, restoreSession } from '#src/api/tokens.ts'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { setInitialLoadDone, useIsInitialLoadDone } from '#src/features/shell/initial-load.ts'
import { resumePagedLists } from '#src/lists/loading/paged-lists.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { isLanguageLoaded, loadLanguage, messagesOf } from './i18n/catalogues.ts'
import { clearQueriesOfOthers, createQueryClient } from './jobs/query-client.ts'
import { isPageInFrame } from './platform/framed.ts'
import { App, createAppRouter, hideLinkPassword, preferredOrDetectedLanguage } from './router.tsx'

// It is drawn when the page is idle: no first picture needs live updates, or what goes on after a reload.
const BackgroundWork = lazyWhenOpened(
  async () => (await import('#src/features/shell/BackgroundWork.tsx')).BackgroundWork,
)

// The password leaves the address before anything can read it.
hideLinkPassword()
const client = createQueryClient()
clearQueriesOfOthers(client)
// The router asks for the session when it is created.
restoreSession()
// A stored session has no access token yet, hence ''. Every page of a signed-in user waits for the renewal; a failure
// is met again, and shown, by whoever needs the session.
refreshTokens('').catch(() => undefined)
const router = createAppRouter(client)

addEventListener('online', () => {
  resumePagedLists(client)
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

/** The page counts as idle once it has what it shows first, or has had 8 s for it, and the browser is idle. */
function watchForIdle(): void {
  const started = performance.now()
  const check = () => {
    const isLoading = !router.state.initialized || client.isFetching() > 0
    if (isLoading && performance.now() - started < 8000) setTimeout(check, 200)
    else if ('requestIdleCallback' in window)
      requestIdleCallback(setInitialLoadDone, { timeout: 2000 })
    else setTimeout(setInitialLoadDone, 200)
  }
  setTimeout(check, 200)
}

/** Calls back once, when another page is entered. */
function onNextPage(callback: () => void): void {
  const { pathname } = router.state.location
  const stop = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return
    stop()
    callback()
  })
}

function WorkWhenIdle() {
  return useIsInitialLoadDone() ? (
    <ErrorBoundary>
      <BackgroundWork onNextPage={onNextPage} />
    </ErrorBoundary>
  ) : null
}

/** Without messages nothing can be drawn: the document has a few words of its own, in every language. */
function showStartFailure(root: HTMLElement): void {
  const words = document.querySelector<HTMLTemplateElement>('#start-failure')?.content
  if (words) root.replaceChildren(words)
  const button = root.querySelector('button')
  if (!button) return
  button.className = buttonClass()
  button.addEventListener('click', () => location.reload())
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  try {
    // If its messages cannot be fetched the page is in English.
    await loadLanguage(preferredOrDetectedLanguage()).catch(() => loadLanguage('en'))
  } catch {
    showStartFailure(root)
    return
  }
  if (isPageInFrame()) {
    const language = isLanguageLoaded(preferredOrDetectedLanguage())
      ? preferredOrDetectedLanguage()
      : 'en'
    const t = messagesOf(language)
    root.textContent = t.appShell.notInFrames
    return
  }
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={router}>
        <WorkWhenIdle />
      </App>
    </StrictMode>,
  )
  watchForIdle()
}

void start()
