import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'

/**
 * A path for display, such as "Finance / 2026"; a root has the name of its space. Text that is no URI is returned
 * unchanged.
 */
export function folderPathText(uri: string, t: Messages): string {
  try {
    const { segments } = parseUri(uri)
    return segments.length === 0 ? t.appShell.files : segments.map(escapeControlChars).join(' / ')
  } catch (error) {
    if (error instanceof InvalidUriError) return escapeControlChars(uri)
    throw error
  }
}
