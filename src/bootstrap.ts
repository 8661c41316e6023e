import { prefetchFirst } from '#src/api/prefetch.ts'
import { pageAt, pageModules } from './page-modules.ts'

// Runs first, so that the first requests are sent while the rest of the code is still being fetched.
void prefetchFirst(location)
const page = pageAt(location.pathname)
// The router fetches it again after a failure, and shows what went wrong.
if (page) pageModules[page]().catch(() => undefined)
void import('./main.tsx')
