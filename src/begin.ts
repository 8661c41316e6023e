import { askFirst } from './api/ahead.ts'

// The first thing that runs: the first answers are on their way while the page's own code still is.
void askFirst(location.pathname)
void import('./main.tsx')
