import { sharedWithMeHost } from '#src/contract/flags/actions.ts'
import { formatUri, InvalidUriError, parentUri, parseUri } from '#src/contract/uri.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'

export type Crumb = {
  uri: string
  name: string
  /** The row that leads to it in the folder above, where that has another URI. */
  row?: string
}

/** The canonical folder URI of a text; null when the text is not a valid URI. */
export function toFolderUri(text: string): string | null {
  try {
    const { search: _search, ...folder } = parseUri(text)
    return formatUri(folder)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/** The folders from the root down to this one, with display names. `sharedName` is the name of the shared item, if known. */
export function crumbsOf(uri: string, t: Messages, sharedName?: string): Crumb[] {
  const { host, segments } = parseUri(uri)
  const root =
    host === 'my'
      ? t.files.title
      : host === sharedWithMeHost
        ? t.files.sharedWithMe
        : escapeControlChars(host === 'share' ? sharedName || t.files.link : host)
  const names = [...segments.map(escapeControlChars).reverse(), root]
  const crumbs: Crumb[] = []
  let at: string | null = uri
  for (const name of names) {
    if (at === null) break
    crumbs.unshift({ uri: at, name })
    at = parentUri(at)
  }
  return crumbs
}
