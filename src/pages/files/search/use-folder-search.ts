import { type FilesUrl, noSearch } from '#src/pages/files/url.ts'
import { focusList } from '#src/ui/focus.ts'
import { useThrottledText } from './use-throttled-text.ts'

/** The search field of a folder, and the ways to change and to end a search. */
export function useFolderSearch(
  url: FilesUrl,
  change: (part: Partial<FilesUrl>, replace?: boolean) => void,
  isSearch: boolean,
) {
  const searchFor = (part: Partial<FilesUrl>) =>
    change({ ...part, focus: null, open: null }, isSearch)
  const field = useThrottledText(url.search, (text) => searchFor({ search: text }))
  const leave = () => searchFor(noSearch)
  return {
    field,
    searchFor,
    leave,
    /** Ends the search by a button that is removed with it: focus goes to the list. */
    leaveByButton: () => {
      focusList()
      leave()
    },
  }
}
