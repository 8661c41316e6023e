import { formatUri, InvalidUriError, parentUri, parseUri } from '#src/contract/uri.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { visibleText } from '#src/lib/display.ts'

export type Crumb = { uri: string; name: string }

/** The folder that an address of ours names, in canonical form; null when it names none. */
export function folderAddress(text: string): string | null {
  try {
    const { search: _search, ...folder } = parseUri(text)
    return formatUri(folder)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/**
 * The folders on the way to this one, root first, itself last; names as they may be shown. `share` is the name of what
 * a share link leads to, where it is known.
 */
export function crumbsOf(uri: string, t: Messages, share?: string): Crumb[] {
  const { host, segments } = parseUri(uri)
  const root = host === 'share' ? visibleText(share || t.shares.link) : visibleText(host)
  const names = [...segments.map(visibleText).reverse(), host === 'my' ? t.files.title : root]
  const crumbs: Crumb[] = []
  let at: string | null = uri
  for (const name of names) {
    if (at === null) break
    crumbs.unshift({ uri: at, name })
    at = parentUri(at)
  }
  return crumbs
}
