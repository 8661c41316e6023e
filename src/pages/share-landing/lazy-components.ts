import { lazyComponent } from '#src/ui/lazy-component.tsx'

/** Only links to what can be shown draw it. */
export const SharedContents = lazyComponent(
  async () => (await import('./SharedContents.tsx')).SharedContents,
)

/** Only links to folders with a README draw it. */
export const SharedReadme = lazyComponent(
  async () => (await import('./SharedReadme.tsx')).SharedReadme,
)

/** Only people who are signed in have a place for shortcuts. */
export const SavedShortcut = lazyComponent(
  async () => (await import('./SavedShortcut.tsx')).SavedShortcut,
  { optional: true },
)
