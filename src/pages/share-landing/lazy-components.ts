import { lazyComponent } from '#src/ui/lazy-component.tsx'

/** Only links to what can be shown draw it. */
export const SharedContents = lazyComponent(
  async () => (await import('./SharedContents.tsx')).SharedContents,
)

/** Only people who are signed in have a place for shortcuts. */
export const SavedShortcut = lazyComponent(
  async () => (await import('./SavedShortcut.tsx')).SavedShortcut,
  { optional: true },
)
