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

function hasSnapshots(): boolean {
  try {
    return 'latchkey.snapshots' in localStorage
  } catch {
    // Storage is blocked.
    return false
  }
}

/** How long the rest of the code waits for a snapshot at most, in ms: storage may be slow, and a hidden tab draws nothing. */
const snapshotTimeoutMs = 300

/** Shows what this browser drew last at this address, if it is stored. Resolves when that is on screen. */
async function showLastVisit(): Promise<void> {
  const { showSnapshot } = await import('#src/platform/page-snapshot/show-snapshot.ts')
  await documentIsRead
  if (await showSnapshot(location))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

// Running the code of the frame takes longer than drawing what is stored, which needs none of it.
const first = hasSnapshots()
  ? Promise.race([
      showLastVisit(),
      documentIsRead.then(() => new Promise((resolve) => setTimeout(resolve, snapshotTimeoutMs))),
    ])
  : undefined
if (!first) loadPage()
import('#src/api/prefetch.ts').then(
  ({ prefetchFirst }) => prefetchFirst(location),
  () => undefined,
)
if (first)
  void first
    .catch(() => undefined)
    .then(() => {
      loadPage()
      return import('./main.tsx')
    })
else void documentIsRead.then(() => import('./main.tsx'))
