import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { speak } from './i18n/catalogues.ts'
import { createQueryClient } from './queries/client.ts'
import { resumeLists } from './queries/list.ts'
import { followSession } from './queries/follow-session.ts'
import { aimAt, App, beginPage, hideSharePassword, startLanguage } from './routes.tsx'
import { loadFont } from './ui/font.ts'
import { fetchAtRest } from './ui/later.ts'

hideSharePassword()
void aimAt(location.pathname)
const client = createQueryClient()
followSession(client)
beginPage(location.pathname, client)

addEventListener('online', () => {
  resumeLists(client)
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

/** Runs once the page has rows, or has had time to get them: what follows would compete with the data. */
function whenSettled(work: () => void): void {
  const started = performance.now()
  const look = () => {
    const isDrawn = document.querySelector('main [role=row] [role=gridcell], main form') !== null
    if (!isDrawn && performance.now() - started < 4000) setTimeout(look, 200)
    else if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
    else setTimeout(work, 200)
  }
  setTimeout(look, 200)
}

async function start(): Promise<void> {
  // In a language whose words cannot be fetched the page still works: it speaks English.
  await speak(startLanguage()).catch(() => undefined)
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(<App client={client} />)
  whenSettled(() => {
    void loadFont()
    void fetchAtRest()
  })
}

void start()
