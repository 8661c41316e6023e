import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { memoizePerList } from '#src/lists/memoize-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { users } from '#src/queries/session/users.ts'
import { accessTexts, peopleIn } from './access.ts'

/** The people whom links name. */
export function peopleOf(rows: Iterable<ShareRow>): string[] {
  const settings = new Set<ShareRow['permissions']>()
  for (const { permissions } of rows) settings.add(permissions)
  return [...new Set([...settings].flatMap(peopleIn))]
}

/** The access of all links in words; `isWanted` asks for the names of the people in them. */
export function useAccessTexts(list: PagedList<ShareRow>, isWanted: boolean) {
  const { t } = useI18n()
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const ids = memoizePerList(list, 'people', '', () => peopleOf(rowsOf(list)))
  const { data: names } = useQuery({ ...users.names(ids), enabled: isWanted && ids.length > 0 })
  return useMemo(
    () => ({
      ownGroup,
      names,
      textOf: accessTexts(t, { ownGroup, nameOf: (id) => names?.get(id) }),
      /** Differs once more is known of them. */
      version: `${ownGroup ?? ''} ${names?.size ?? 0}`,
    }),
    [t, ownGroup, names],
  )
}

function* rowsOf(list: PagedList<ShareRow>) {
  for (const slot of list.order) {
    const row = list.at(slot)
    if (row) yield row
  }
}
