import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { linkState } from '#src/features/links/state/link-state.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { memoizePerList } from '#src/lists/sorting/memoize-per-list.ts'
import { accessTexts, peopleIn } from './access.ts'

/** The people whom links name. */
export function peopleNamedIn(rows: Iterable<LinkRow>): string[] {
  const settings = new Set<LinkRow['permissions']>()
  for (const { permissions } of rows) settings.add(permissions)
  return [...new Set([...settings].flatMap(peopleIn))]
}

/** The access of all links in words; `isWanted` asks for the names of the people in them. */
export function useAccessTexts(list: PagedList<LinkRow>, isWanted: boolean) {
  const { t } = useI18n()
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const ids = isWanted ? memoizePerList(list, 'people', '', () => peopleNamedIn(rowsOf(list))) : []
  const { data: names } = useQuery({ ...users.names(ids), enabled: ids.length > 0 })
  return useMemo(
    () => ({
      ownGroup,
      names,
      textOf: accessTexts(t, { ownGroup, nameOf: (id) => names?.get(id) }),
      /** Differs once more names are known. */
      version: `${ownGroup ?? ''} ${names?.size ?? 0}`,
    }),
    [t, ownGroup, names],
  )
}

const wordsIn = (text: string): string[] => {
  const small = text.normalize('NFC').toLowerCase()
  const words = small.split(/[\s·,，、]+/).filter(Boolean)
  // In a language without spaces between words a search may begin with any letter.
  return words.flatMap((word) =>
    /^[\0-\x7f]*$/.test(word)
      ? [word]
      : Array.from(word, (_, at) => Array.from(word).slice(at).join('')),
  )
}

/** The words of a link that a search finds besides its name and folder: its state, and who may open and change it. */
export function linkFacts(
  t: Messages,
  { names, textOf }: Pick<ReturnType<typeof useAccessTexts>, 'names' | 'textOf'>,
  now: number,
): (row: LinkRow) => readonly (readonly string[])[] {
  const byState = new Map<string, readonly string[]>()
  const byText = new Map<string, readonly string[]>()
  const wordsOf = (known: Map<string, readonly string[]>, key: string, text: () => string) => {
    const words = known.get(key) ?? wordsIn(text())
    known.set(key, words)
    return words
  }
  const bySetting = new Map<LinkRow['permissions'], string>()
  return (row) => {
    const state = linkState(row, now)
    const access = textOf(row)
    let people = bySetting.get(row.permissions)
    if (people === undefined) {
      people = peopleIn(row.permissions)
        .map((id) => names?.get(id) ?? '')
        .join(' ')
      bySetting.set(row.permissions, people)
    }
    return [
      // Most links are live: a search for a name with such a word would find all of them.
      wordsOf(byState, state, () => (state === 'live' ? '' : t.links.states[state])),
      wordsOf(byText, access, () => access),
      wordsOf(byText, people, () => people),
    ]
  }
}

function* rowsOf(list: PagedList<LinkRow>) {
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row) yield row
  }
}
