import { parseUri } from '#src/contract/uri.ts'
import { useHasLinkEnded } from '#src/features/links/visit/use-has-link-ended.ts'
import type { OpenFolder } from './open-folder.ts'

/**
 * Whether the link of somebody else that the folder is behind is over by now; undefined while that is asked, because the
 * folder could not be read again.
 */
export function useHasFolderLinkEnded({ uri, list }: OpenFolder): boolean | undefined {
  const { host, id = '' } = parseUri(uri)
  const end = useHasLinkEnded(id, {
    // The line about one's own link follows the link itself.
    isEnabled: host === 'share' && list.head?.isOwned !== true,
    isDoubtful: list.loadState.at === 'stopped',
  })
  return end === undefined ? end : end !== false
}
