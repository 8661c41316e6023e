import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'

const fetchDialogs = () => import('./LinkDialogs.ts')

export const LazyNewLinkDialog = lazyWhenOpened(async () => (await fetchDialogs()).NewLinkDialog)
export const LazyEditLinkDialog = lazyWhenOpened(async () => (await fetchDialogs()).EditLinkDialog)
