import { pageAt, pageModules } from './page-modules.ts'

// Runs first, so that the code of the page and its first data are requested while the rest of the code is still being
// fetched. Whoever needs them requests them again after a failure, and reports it.
const page = pageAt(location.pathname)
if (page) pageModules[page]().catch(() => undefined)
import('#src/api/prefetch.ts').then(
  ({ prefetchFirst }) => prefetchFirst(location),
  () => undefined,
)
// What this browser drew last is shown until the service has answered, where anything has been stored.
try {
  if ('latchkey.snapshots' in localStorage)
    import('#src/platform/page-snapshot/show-snapshot.ts').then(
      ({ showSnapshot }) => showSnapshot(location),
      () => undefined,
    )
} catch {
  // Storage is blocked.
}
void import('./main.tsx')
