import { parseUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { LinkInfoAndReadme } from '#src/pages/files/LinkInfoAndReadme.tsx'
import { SearchFilters } from '#src/pages/files/search/SearchFilters.tsx'
import type { FolderSearch } from '#src/pages/files/search/use-folder-search.ts'
import { SharedWithMeOwnerFilter } from '#src/pages/files/SharedWithMeOwnerFilter.tsx'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { FolderGone } from './FolderGone.tsx'
import type { OpenFolder } from './open-folder.ts'
import { useHasFolderLinkEnded } from './use-has-folder-link-ended.ts'

/** It says above the rows whose the folder is, that it is gone, or how it is searched. */
export function FolderNoticesAndFilters({
  folder,
  isGone,
  url,
  searched,
  search,
  change,
  onUp,
}: {
  folder: OpenFolder
  isGone: boolean
  url: FilesUrl
  /** It is the display name of the folder that is searched; undefined for the root of one's own files. */
  searched: string | undefined
  search: FolderSearch
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  onUp: () => void
}) {
  const { uri, list, isSearch } = folder
  const hasLinkEnded = useHasFolderLinkEnded(folder)
  return (
    <>
      {parseUri(uri).host === 'share' && !isSearch && (
        <LinkInfoAndReadme
          uri={uri}
          isOwned={list.head?.isOwned === true}
          hasEnded={hasLinkEnded === true}
        />
      )}
      {isGone && hasLinkEnded === false && (
        <FolderGone uri={uri} id={list.head?.self?.id} onUp={onUp} />
      )}
      {uri === sharedWithMeUri && (
        <SharedWithMeOwnerFilter list={list} owner={url.owner} change={change} />
      )}
      {isSearch && (
        <SearchFilters
          url={url}
          folder={searched}
          onChange={search.searchFor}
          onEnd={search.leaveByButton}
        />
      )}
    </>
  )
}
