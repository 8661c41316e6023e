import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createAccessFormatter, namedUserIds } from '#src/features/links/access/access.ts'
import type { LinkState } from '#src/features/links/state/link-state.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { foldText } from '#src/lib/names/text-search.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { memoizePerList } from '#src/lists/per-list-values.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

export function userIdsNamedInLinks(rows: Iterable<LinkRow>): string[] {
  const settings = new Set<LinkRow['permissions']>()
  for (const { permissions } of rows) settings.add(permissions)
  return [...new Set([...settings].flatMap(namedUserIds))]
}

/** The names of the people in all links as far as they have been read. */
export type NamesReading = {
  readonly isReading: boolean
  /** Whether some could not be read, and are not being read again. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** The access of all links in words; `isWanted` asks for the names of the people in them. */
export function useAccessTexts(list: PagedList<LinkRow>, isWanted: boolean) {
  const { t } = useI18n()
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const ids = isWanted
    ? memoizePerList(list, 'people', '', () => userIdsNamedInLinks(rowsOf(list)))
    : []
  const isEnabled = ids.length > 0
  const { data, isFetching, isError, refetch } = useQuery({
    ...users.names(ids),
    enabled: isEnabled,
  })
  const names = data?.byId
  const texts = useMemo(
    () => ({
      ownGroup,
      names,
      textOf: createAccessFormatter(t, { ownGroup, nameOf: (id) => names?.get(id) }),
      /** Differs once more names are known. */
      version: `${ownGroup ?? ''} ${names?.size ?? 0}`,
    }),
    [t, ownGroup, names],
  )
  const reading: NamesReading = {
    isReading: isFetching,
    hasFailed: isEnabled && !isFetching && (isError || data?.isComplete === false),
    retry: () => void refetch(),
  }
  return { texts, reading }
}

const wordsIn = (text: string): string[] => {
  const small = foldText(text)
  const words = small.split(/[\s·,，、]+/).filter(Boolean)
  // In a language without spaces between words a search may begin with any letter.
  return words.flatMap((word) =>
    /^[\0-\x7f]*$/.test(word)
      ? [word]
      : Array.from(word, (_, at) => Array.from(word).slice(at).join('')),
  )
}

/** The words by which a search finds links besides their names and folders; in small letters. */
export type LinkSearchWords = {
  readonly ofState: (state: LinkState) => readonly string[]
  /** Of who may open and change a link, and the names of its people. */
  readonly ofAccess: (row: LinkRow) => readonly string[]
}

export const createLinkSearchWords = (
  t: Messages,
  { names, textOf }: Pick<ReturnType<typeof useAccessTexts>['texts'], 'names' | 'textOf'>,
): LinkSearchWords => ({
  // Most links are live: a search for a name with such a word would find all of them.
  ofState: (state) => (state === 'live' ? [] : wordsIn(t.links.states[state])),
  ofAccess: (row) => [
    ...wordsIn(textOf(row)),
    ...namedUserIds(row.permissions).flatMap((id) => wordsIn(names?.get(id) ?? '')),
  ],
})

function* rowsOf(list: PagedList<LinkRow>) {
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row) yield row
  }
}
