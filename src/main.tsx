import '#src/ui/styles/tokens.css'
import '#src/ui/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { resumePagedLists } from '#src/queries/lists/paged-lists.ts'
import { startSessionSync } from '#src/queries/session/session-sync.ts'
import { currentSession } from '#src/stores/session.ts'
import { isLanguageLoaded, loadLanguage, messagesOf } from './i18n/catalogues.ts'
import { isFramed } from './platform/framed.ts'
import { createQueryClient } from './queries/client.ts'
import {
  App,
  createAppRouter,
  hideSharePassword,
  initialLanguage,
  prefetchPage,
} from './router.tsx'

hideSharePassword()
const router = createAppRouter()
const client = createQueryClient()
startSessionSync(client)
prefetchPage(location.pathname, client)

addEventListener('online', () => {
  resumePagedLists(client)
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

/**
 * Runs `work` when the page is idle and no longer loads (or has had 8 s), so as not to compete with its data. The list of
 * a session that has ended waits for a dialog.
 */
function whenFirstRowsAreShown(work: () => void): void {
  const started = performance.now()
  const check = () => {
    const isDrawn =
      document.querySelector('main:not(:has([role=progressbar]))') !== null ||
      currentSession().status === 'ended'
    if (!isDrawn && performance.now() - started < 8000) setTimeout(check, 200)
    else if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
    else setTimeout(work, 200)
  }
  setTimeout(check, 200)
}

async function start(): Promise<void> {
  // If its messages cannot be fetched the page is in English.
  await loadLanguage(initialLanguage()).catch(() => loadLanguage('en'))
  const root = document.getElementById('root')
  if (!root) return
  if (isFramed()) {
    const language = isLanguageLoaded(initialLanguage()) ? initialLanguage() : 'en'
    const t = messagesOf(language)
    root.textContent = t.frame.notInFrames
    return
  }
  createRoot(root).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  )
  whenFirstRowsAreShown(() => {
    // Without this code the page works, with the lists as they were read.
    import('./background-work.ts').then(
      ({ startBackgroundWork }) => startBackgroundWork(client, router),
      () => undefined,
    )
  })
}

void start()
