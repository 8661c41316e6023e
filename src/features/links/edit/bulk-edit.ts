import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { finiteNumber, strictListOf } from '#src/contract/schema.ts'
import { PermissionSetting } from '#src/contract/share.ts'
import { addFilterExceptions } from '#src/features/links/filter-exceptions.ts'
import {
  isSameLimits,
  type LinkChange,
  downloadsLeftAfter,
  inverseLinkChange,
  rowWithLimits,
} from '#src/features/links/limits/link-limits.ts'
import { toLinkJobItem } from '#src/features/links/link-job-item.ts'
import { listedLink, showEditedLink } from '#src/features/links/list/link-list-patches.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import type { UndoJobStarter } from '#src/jobs/job-definition.ts'
import { JobItem } from '#src/jobs/store/job.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { createOperation, type LinkEditOutcome } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import {
  requireLiveLimitsAfterChange,
  editLink,
  LinkChangedError,
  LinkOrSourceGoneError,
  LinkStaysDeadError,
  requireLinkSourceAndLimits,
} from './edit-link.ts'

/** The change of one link: times and limits are absolute, so that sending it again changes nothing more. */
const LinkEditItem = v.object({
  ...JobItem.entries,
  row: v.custom<LinkRow>((value) => typeof value === 'object' && value !== null),
  change: v.object({
    /** ms since 1970, or null for never. */
    expires: v.optional(v.nullable(finiteNumber)),
    /** Downloads in all, or null for no limit. */
    limit: v.optional(v.nullable(finiteNumber)),
    /** Downloads from now on: journals of earlier versions of the page say it so. */
    remaining: v.optional(v.nullable(finiteNumber)),
    permissions: v.optional(PermissionSetting),
  }),
})
export type LinkEditItem = v.InferOutput<typeof LinkEditItem>
export type BulkLinkChange = LinkEditItem['change']

/** Items are written to a journal, which must not hold passwords. */
export const toLinkEditItem = (row: LinkRow, change: BulkLinkChange): LinkEditItem => ({
  ...toLinkJobItem(row),
  row: { ...row, password: null },
  change,
})

/** The row with the password of the link, where the list has it. */
const withPassword = (client: QueryClient, row: LinkRow): LinkRow => ({
  ...row,
  password: listedLink(client, row.id)?.password ?? null,
})

/** The change without the keys that have no value: those limits stay as they are. */
const changeOf = ({ expires, limit, remaining, permissions }: BulkLinkChange): LinkChange => ({
  ...(expires === undefined ? {} : { expires }),
  ...(limit === undefined ? {} : { limit }),
  ...(remaining === undefined ? {} : { remaining }),
  ...(permissions === undefined ? {} : { permissions }),
})

/** The error of one link as the job reports it; undefined for one that is about the whole request. */
function failureOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof LinkOrSourceGoneError)
    return new ApiError({
      code: error.source.at === 'deleted' ? ErrorCode.notFound : ErrorCode.pathNotFound,
    })
  if (error instanceof LinkChangedError) return new ApiError({ code: ErrorCode.linkChanged })
  if (error instanceof LinkStaysDeadError)
    return new ApiError({ code: ErrorCode.invalidParameters })
  return undefined
}

/**
 * Number of links that are journaled together, though each is sent by itself: few, so that progress moves and Stop
 * takes effect soon, and more in a long job, which would wait for its journal a thousand times.
 */
const chunkSizeOf = (count: number): number => Math.min(50, Math.max(10, Math.ceil(count / 200)))

const Edits = v.object({
  items: strictListOf(LinkEditItem),
  /** Who may open and change the links afterwards, in words; for the message about them. */
  access: v.optional(v.string()),
})
type Edits = v.InferOutput<typeof Edits>

function endsOf(items: readonly LinkEditItem[]): LinkEditOutcome['ends'] {
  const ends = items.map(({ change }) => change.expires)
  if (ends.every((at) => at === null)) return null
  if (!ends.every((at) => typeof at === 'number')) return undefined
  const [first, last] = ends.reduce<[number, number]>(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)],
    [Infinity, 0],
  )
  return { first, last }
}

function outcomeOf({ items, access }: Edits): LinkEditOutcome {
  const limit = items[0]?.change.limit
  return {
    ends: endsOf(items),
    limit: items.every(({ change }) => change.limit === limit) ? limit : undefined,
    access,
  }
}

/** Changes the expiry, the download limit or the access of many links, each looked up first so that the rest of it stays. */
export const editLinks = defineJob<LinkEditItem, Edits>({
  journal: { name: 'editLinks', input: Edits },
  isShownWhileRunning: true,
  operation: (edits) => ({
    ...createOperation('editLinks', edits.items),
    linkEdit: outcomeOf(edits),
  }),
  stages: (items) => [
    { items, chunkSize: chunkSizeOf(items.length), maxInFlight: maxRequestsInFlight },
  ],
  createSender:
    ({ client }) =>
    async (items, signal) => {
      const failures = new Map<string, ApiError>()
      for (const { uri, row, change } of items) {
        try {
          // The new access follows from that of the row: one that was changed elsewhere is not replaced.
          const seen = change.permissions && { permissions: row.permissions }
          await editLink(client, withPassword(client, row), changeOf(change), { seen, signal })
        } catch (error) {
          if (error instanceof LinkChangedError)
            showEditedLink(client, rowWithLimits(withPassword(client, row), error.limits))
          const failure = failureOf(error)
          if (!failure || signal.aborted) throw error
          failures.set(uri, failure)
        }
      }
      if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
    },
  isDone: async ({ row, change }, { client, signal }) => {
    try {
      const { limits } = await requireLinkSourceAndLimits(client, withPassword(client, row), signal)
      return isSameLimits(limits, requireLiveLimitsAfterChange(limits, changeOf(change)))
    } catch (error) {
      if (error instanceof LinkOrSourceGoneError) return error.source.at === 'deleted' && 'gone'
      if (error instanceof LinkStaysDeadError) return false
      throw error
    }
  },
  patch: (done, { client }) => {
    const list = client.getQueryData<PagedList<LinkRow>>(keys.links.list())
    const rows = done.flatMap(({ id, change }) => {
      const known = listedLink(client, id)
      if (!known) return []
      const { expires = known.expires, permissions = known.permissions } = change
      const remaining = downloadsLeftAfter(known, changeOf(change))
      return [{ ...known, expires, remaining, permissions, isExpired: false }]
    })
    addFilterExceptions(rows.map(({ id }) => id))
    list?.replace(rows)
  },
  undo: (parts): UndoJobStarter | undefined => {
    const done = parts.flatMap((part) => part.done)
    const now = serviceNow()
    // A link that was dead stays as it is now.
    const items = done.flatMap(({ row, change }) => {
      const {
        showsView: _view,
        showsReadme: _readme,
        ...back
      } = inverseLinkChange(row, changeOf(change), now) ?? {}
      return Object.keys(back).length > 0
        ? [toLinkEditItem({ ...row, permissions: change.permissions ?? row.permissions }, back)]
        : []
    })
    return items.length > 0 ? toUndoJobStarter(editLinks, () => ({ items })) : undefined
  },
  invalidates: () => [keys.links.details(), keys.files.infos()],
})
