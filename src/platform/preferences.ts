import * as v from 'valibot'
import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

/*
 * Preferences of this browser, also before signing in. `public/theme.js` applies them before the first paint.
 */

const key = 'latchkey.preferences'

const Preferences = v.object({
  /** When absent, the browser's language. */
  language: v.fallback(v.optional(v.picklist(['en', 'zh-CN'])), undefined),
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  density: v.fallback(v.picklist(['comfortable', 'compact']), 'comfortable'),
  trashView: v.fallback(v.picklist(['items', 'deletions']), 'items'),
  letterKeys: v.fallback(v.boolean(), true),
})
export type Preferences = v.InferOutput<typeof Preferences>

const load = (): Preferences => {
  const stored = v.safeParse(Preferences, readStored('local', key) ?? {})
  return stored.success ? stored.output : v.parse(Preferences, {})
}

const useStore = create<Preferences>()(load)

export const useLanguage = (): Preferences['language'] => useStore((state) => state.language)
export const useTheme = (): Preferences['theme'] => useStore((state) => state.theme)
export const useDensity = (): Preferences['density'] => useStore((state) => state.density)
export const useTrashView = (): Preferences['trashView'] => useStore((state) => state.trashView)
export const useLetterShortcutsEnabled = (): boolean => useStore((state) => state.letterKeys)
export const currentPreferences = (): Preferences => useStore.getState()

/** Changes some preferences and stores them, where storage is available. Another tab may have stored others since. */
export function setPreferences(change: Partial<Preferences>): void {
  useStore.setState(change)
  writeStored('local', key, { ...load(), ...change })
}

/** Reads the stored preferences again, as a page load does. */
export const reloadPreferences = (): void => useStore.setState(load(), true)
