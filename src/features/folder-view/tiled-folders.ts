import { fingerprint } from '#src/lib/text/fingerprint.ts'
import { readStored, writeStored } from '#src/platform/storage.ts'
import type { Layout } from './resolved-view.ts'

/*
 * Which folders this tab has shown as tiles: their view comes with their first rows, and what is drawn until then should
 * look like them. Fingerprints only, so that no name stays in the browser.
 */

const storageKey = 'latchkey.tiled-folders'
const maxFolders = 200

function readFingerprints(): number[] {
  const stored = readStored('session', storageKey)
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : []
}

export const wasShownAsTiles = (folder: string): boolean =>
  readFingerprints().includes(fingerprint(folder))

export function rememberLayout(folder: string, layout: Layout): void {
  const stored = readFingerprints()
  const own = fingerprint(folder)
  if (stored.includes(own) === (layout !== 'list')) return
  const others = stored.filter((each) => each !== own)
  const next = layout === 'list' ? others : [...others, own]
  writeStored('session', storageKey, next.slice(-maxFolders))
}
