import { useQuery } from '@tanstack/react-query'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { files } from './files.ts'

/** Who owns what is at this URI, when that is somebody else and the service says so: what is behind a share link. */
export function useOwnerName(uri: string | undefined): string | undefined {
  const { host, id = '', password } = placeOf(uri)
  const { data } = useQuery({ ...files.sharedItem(id, password), enabled: host === 'share' })
  return data?.owner?.nickname ? escapeControlChars(data.owner.nickname) : undefined
}

function placeOf(uri: string | undefined): { host?: string; id?: string; password?: string } {
  try {
    return uri === undefined ? {} : parseUri(uri)
  } catch (error) {
    if (error instanceof InvalidUriError) return {}
    throw error
  }
}
