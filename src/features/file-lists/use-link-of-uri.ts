import { useQuery } from '@tanstack/react-query'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { files } from './files.ts'

/** What the link leads to that this URI is behind, when it is behind one. */
export function useLinkOfUri(uri: string | undefined): LinkRecord | undefined {
  const { host, id = '', password } = placeOf(uri)
  return useQuery({ ...files.sharedItem(id, password), enabled: host === 'share' }).data
}

/** Who owns what is at this URI, when that is somebody else and the service says so: what is behind a share link. */
export function useSharedItemOwnerName(uri: string | undefined): string | undefined {
  const owner = useLinkOfUri(uri)?.owner?.nickname
  return owner ? escapeControlChars(owner) : undefined
}

function placeOf(uri: string | undefined): { host?: string; id?: string; password?: string } {
  try {
    return uri === undefined ? {} : parseUri(uri)
  } catch (error) {
    if (error instanceof InvalidUriError) return {}
    throw error
  }
}
