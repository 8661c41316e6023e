import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { visibleText } from '#src/lib/display.ts'

/** "Finance / 2026", the root of one's own space by its own name; text that is no address as it is. */
export function folderName(uri: string, t: Messages): string {
  try {
    const { segments } = parseUri(uri)
    return segments.length === 0 ? t.frame.files : segments.map(visibleText).join(' / ')
  } catch (error) {
    if (error instanceof InvalidUriError) return visibleText(uri)
    throw error
  }
}
