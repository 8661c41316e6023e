import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'

export const LazyFolderPicker = lazyWhenOpened(
  async () => (await import('./FolderPicker.tsx')).FolderPicker,
)
