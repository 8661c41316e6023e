import { lazyComponent } from '#src/ui/lazy-component.tsx'

/** Only people who are signed in have a place for shortcuts. */
export const SavedShortcut = lazyComponent(
  async () => (await import('./SavedShortcut.tsx')).SavedShortcut,
  { optional: true },
)
