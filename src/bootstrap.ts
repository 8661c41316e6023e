import { pageAt, pageModules } from './page-modules.ts'

// Runs first, so that the code of the page and its first data are requested while the rest of the code is still being
// fetched. Whoever needs them requests them again after a failure, and reports it. It does not wait for the styles, nor for
// the end of the document (`server/build/preload.ts`); what draws does.

const documentIsRead = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') resolve()
  else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
})

function loadPage(): void {
  const page = pageAt(location.pathname)
  if (page) pageModules[page]().catch(() => undefined)
}

loadPage()
import('#src/api/prefetch.ts').then(
  ({ prefetchFirst }) => prefetchFirst(location),
  () => undefined,
)
void documentIsRead.then(() => import('./main.tsx'))
