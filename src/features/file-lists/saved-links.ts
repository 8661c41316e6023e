import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { parseUri, rootUri } from '#src/contract/uri.ts'
import { useUserId } from '#src/features/session/use-session.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { files, sharedWithMeUri } from './files.ts'

/** The id of the link that a shortcut leads to; '' when its URI is of another kind. */
export function linkIdOfShortcut({ shortcut }: Pick<FileRow, 'shortcut'>): string {
  const { host, id = '' } = parseUri(shortcut?.uri ?? rootUri('my'))
  return host === 'share' ? id : ''
}

/** The shortcut to a link among the listed ones. */
export function findShortcut(list: PagedList<FileRow>, link: string): FileRow | undefined {
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row && linkIdOfShortcut(row) === link) return row
  }
  return undefined
}

const subscribeToNothing = () => () => undefined

/** The shortcut in Shared with me to the link that `uri` is behind, when there is one. */
export function useSavedLink(uri: string): FileRow | undefined {
  const { host, id = '' } = parseUri(uri)
  const isBehindLink = useUserId() !== undefined && host === 'share'
  const { data: list } = useQuery({
    ...files.list(sharedWithMeUri),
    enabled: isBehindLink,
    meta: { isInline: true },
  })
  useSyncExternalStore(list?.subscribe ?? subscribeToNothing, () => list?.version() ?? 0)
  return isBehindLink && list ? findShortcut(list, id) : undefined
}
