import { prefetchFirst } from '#src/api/prefetch.ts'

// Runs first, so that the first requests are sent while the rest of the code is still being fetched.
void prefetchFirst(location.pathname)
void import('./main.tsx')
