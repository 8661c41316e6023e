/*
 * Separate from `storage.ts`, which every page loads. Here unreadable JSON is told apart from an absent value.
 */

/** The raw text in local storage under `key`; null when there is none or storage is blocked. */
export function readStoredText(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}
