import { escapeControlChars } from '#src/lib/names/display.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { truncateText } from '#src/lib/text/truncate-text.ts'

const most = 60

/**
 * A name inside a sentence: isolated from the direction of the words around it, without control characters, and short
 * enough to read, its extension kept without the dot, since an ellipsis has dots enough.
 */
export function displayName(name: string): string {
  const shown = escapeControlChars(name)
  return `\u2068${truncateText(shown, most, `…${splitExtension(shown).extension.slice(1)}`)}\u2069`
}
