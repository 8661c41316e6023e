import type { QueryClient } from '@tanstack/react-query'
import type { NewLinkRequest } from '#src/api/links/links.ts'
import { changeRow } from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { showUndoableToast } from '#src/jobs/messages/last-undo.ts'
import type { EditedLink } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { linkUrlOf, type LinkRow } from '#src/lists/rows/link-row.ts'
import {
  createLinkOrFindCreated,
  createRestrictedLink,
  addCreatedLinkToList,
} from './create-link.ts'
import { editLink, LinkNotEditedError } from './edit/edit-link.ts'
import {
  type LinkReplacement,
  replaceLink,
  type LinkReplacementResult,
} from './edit/replace-link.ts'
import { addFilterExceptions } from './filter-exceptions.ts'
import {
  limitsAfterChange,
  downloadLimitOf,
  partOfLimits,
  type LinkChange,
  type LinkLimits,
  inverseLinkChange,
  rowWithLimits,
} from './limits/link-limits.ts'
import { listOfLinks, showEditedLink } from './list/link-list-patches.ts'

export type NewLinkOptions = Omit<NewLinkRequest, 'uri'>

type NewLink = {
  item: Pick<FileRow, 'id' | 'uri' | 'name'>
  options: NewLinkOptions
  at: number
}

export type LinkEdit = {
  row: LinkRow
  change: LinkChange
  /** What the user saw, and an Undo the part that it takes back; a link that differs from it is not edited. */
  seen: Partial<LinkLimits>
  /** What Undo brings back; absent where the edit is one. */
  before?: LinkLimits
}

/** What is true of an edited link: when it ends, its limit, and whatever else the edit was about. */
function editedLink(row: LinkRow, change: LinkChange): EditedLink {
  const { name, expires, permissions, isProtected, price } = row
  const { showsView, showsReadme } = change
  const limit = downloadLimitOf(row)
  return {
    name,
    expires,
    ...((limit !== null || change.limit !== undefined) && { limit }),
    ...(change.permissions && { access: { permissions, isProtected, price } }),
    ...(showsView !== undefined && { showsView }),
    ...(showsReadme !== undefined && { showsReadme }),
  }
}

const takeBackEdit = (client: QueryClient, edit: LinkEdit): Promise<LinkRow> =>
  startMutation(client, linkWrites.edit(), edit).catch((error: unknown) => {
    if (error instanceof LinkNotEditedError && error.limits)
      showEditedLink(client, rowWithLimits(edit.row, error.limits))
    throw error
  })

export const linkWrites = {
  /** Resolves to the URL of the new link, with its password. `at` is the time of the request, in ms since 1970. */
  create: () =>
    defineMutation<NewLink, string>({
      send: ({ item, options, at }, client) =>
        (options.permissions ? createRestrictedLink : createLinkOrFindCreated)(
          client,
          { ...options, uri: item.uri },
          at,
        ),
      operation: ({ item }) => createOperation('createLink', [item]),
      patch: (client, url, { item, options }) => {
        void addCreatedLinkToList(client, url, options.password)
        changeRow(client, item.id, (row) => ({ ...row, isShared: true }))
      },
      invalidates: () => [keys.links.list(), keys.files.infos()],
      isInline: true,
    }),
  /** Resolves when the new link is there; the old one may have stayed. */
  replace: () =>
    defineMutation<LinkReplacement, LinkReplacementResult>({
      send: (replacement, client) => replaceLink(client, replacement),
      operation: ({ row }) => createOperation('editLink', [row]),
      patch: (client, { url, deletionError }, { row, password, keepsOld }) => {
        if (!deletionError && !keepsOld) listOfLinks(client)?.remove(new Set([row.id]))
        void addCreatedLinkToList(client, url, password)
      },
      invalidates: ({ row }) => [keys.links.list(), keys.links.detail(row.id), keys.files.infos()],
      isInline: true,
    }),
  /** Resolves to the new row of the link. The message about it offers to take it back. Rejects as {@link editLink} does. */
  edit: () =>
    defineMutation<LinkEdit, LinkRow>({
      send: ({ row, change, seen }, client) => editLink(client, row, change, { seen }),
      operation: ({ row }) => createOperation('editLink', [row]),
      patch: (client, row, { change, before }) => {
        addFilterExceptions([row.id])
        showEditedLink(client, row)
        const back = before && inverseLinkChange(before, change, serviceNow())
        const takeBack = back && {
          row,
          change: back,
          seen: partOfLimits(limitsAfterChange(before, change), change),
        }
        showUndoableToast(
          {
            kind: 'done',
            key: 'linkEdited',
            values: editedLink(row, change),
            link: linkUrlOf(row),
          },
          createOperation('editLink', [row]),
          takeBack && (() => takeBackEdit(client, takeBack)),
        )
      },
      showsSuccess: true,
      invalidates: ({ row }) => [
        keys.links.detail(row.id),
        keys.links.owns(row.id),
        keys.files.infos(),
      ],
      isInline: true,
    }),
}
