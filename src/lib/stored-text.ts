/*
 * Apart from `storage.ts`, which every page loads: what is only read must be told from what cannot be read.
 */

/** The text that local storage holds under `key`, be it readable or not; null when there is none, or no way to it. */
export function storedText(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}
