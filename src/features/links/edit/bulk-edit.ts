import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { finiteNumber, strictListOf } from '#src/contract/schema.ts'
import { PermissionSetting } from '#src/contract/share.ts'
import { addFilterExceptions } from '#src/features/links/filter-exceptions.ts'
import {
  isEarlierTime,
  partOfLimits,
  isSameLimits,
  type LinkLimits,
  limitsAfterChange,
  inverseLinkChange,
  rowWithLimits,
} from '#src/features/links/limits/link-limits.ts'
import { toLinkJobItem } from '#src/features/links/link-job-item.ts'
import {
  listedLink,
  listOfLinks,
  showEditedLink,
} from '#src/features/links/list/link-list-patches.ts'
import { effectivePermissionSetting } from '#src/features/links/permissions/permission-table.ts'
import { permissionsAfterChange } from '#src/features/links/permissions/permissions-change.ts'
import { users } from '#src/features/session/users.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import type { EditedLinks } from '#src/jobs/messages/toasts.ts'
import { JobItem, type UndoJobStarter } from '#src/jobs/store/job.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { accessAfterEdit } from './access-after-edit.ts'
import {
  requireLiveLimitsAfterChange,
  editLink,
  LinkNotEditedError,
  requireLinkSourceAndLimits,
} from './edit-link.ts'

const Limits = v.object({
  expires: v.nullable(finiteNumber),
  remaining: v.nullable(finiteNumber),
  downloaded: finiteNumber,
  showsView: v.boolean(),
  showsReadme: v.boolean(),
  permissions: v.nullable(PermissionSetting),
  price: v.nullable(finiteNumber),
})

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
  /**
   * What the change follows from, or takes back: where that part of the link differs by now, it stays. Left out where the
   * change is the same whatever the link allows.
   */
  seen: v.optional(Limits),
  /** Set where `change` takes rights away from those that the link had when it was planned. */
  restriction: v.optional(
    v.object({
      to: v.picklist(['outsidersRead', 'allRead']),
      /** Id of the group that the owner is in. */
      ownGroup: v.optional(v.string()),
    }),
  ),
})
export type LinkEditItem = v.InferOutput<typeof LinkEditItem>
export type BulkLinkChange = LinkEditItem['change']

/** Items are written to a journal, which must not hold passwords. */
export const toLinkEditItem = (
  row: LinkRow,
  change: BulkLinkChange,
  { seen, restriction }: Pick<LinkEditItem, 'seen' | 'restriction'> = {},
): LinkEditItem => ({
  ...toLinkJobItem(row),
  row: { ...row, password: null },
  change,
  ...(seen && { seen }),
  ...(restriction && { restriction }),
})

/** What the list knew of the limits; of the README it knows nothing, and no change of many is about that. */
export const limitsOfRow = (row: LinkRow): LinkLimits => ({
  expires: row.expires,
  remaining: row.remaining,
  downloaded: row.downloaded,
  showsView: row.isViewShared,
  showsReadme: false,
  permissions: row.permissions,
  price: row.price,
})

/** What is to become of a link with this access: a restriction follows from the rights that there are. */
const changeOf = (
  { change, restriction }: LinkEditItem,
  { permissions }: Pick<LinkLimits, 'permissions'>,
): BulkLinkChange =>
  restriction && permissions
    ? {
        permissions: permissionsAfterChange(
          effectivePermissionSetting(permissions),
          restriction.to,
          restriction.ownGroup,
        ),
      }
    : change

/** Refuses a sooner end for a link that was extended after the row, of which the user was not told that it is shortened. */
function requireEndNotSooner(limits: LinkLimits, row: LinkRow, { expires }: BulkLinkChange): void {
  const isSooner = (before: number | null) =>
    !!expires && isEarlierTime(expires, before ?? Infinity)
  if (isSooner(limits.expires) && !isSooner(row.expires))
    throw new LinkNotEditedError(ErrorCode.linkChanged, { limits })
}

/** Whether the row has what a change is about as these limits have it. */
const isAsInRow = (limits: LinkLimits, row: LinkRow, change: BulkLinkChange): boolean =>
  isSameLimits(limits, { ...limits, ...partOfLimits(limitsOfRow(row), change) })

/** The row with the password of the link, where the list has it. */
const withPassword = (client: QueryClient, row: LinkRow): LinkRow => ({
  ...row,
  password: listedLink(client, row.id)?.password ?? null,
})

/**
 * Number of links that are journaled together, though each is sent by itself: few, so that progress moves and Stop
 * takes effect soon, and more in a long job, which would wait for its journal, three times a chunk, a thousand times.
 */
const chunkSizeOf = (count: number): number => Math.min(75, Math.max(10, Math.ceil(count / 130)))

const Edits = v.object({
  items: strictListOf(LinkEditItem),
  /**
   * Who may open and change the links afterwards; for the message about them. Earlier pages kept it in words, under
   * another name.
   */
  accessAfter: v.optional(
    v.union([
      v.picklist(['allRead', 'outsidersRead']),
      v.object({
        permissions: v.nullable(PermissionSetting),
        isProtected: v.boolean(),
        price: v.nullable(finiteNumber),
      }),
    ]),
  ),
})
type Edits = v.InferOutput<typeof Edits>

/** What links allowed just before they were changed. */
const LimitsBefore = v.object({
  before: v.array(v.object({ id: v.string(), limits: Limits })),
})
type LimitsBefore = v.InferOutput<typeof LimitsBefore>

function endsOf(items: readonly LinkEditItem[]): EditedLinks['ends'] {
  const ends = items.map(({ change }) => change.expires)
  if (ends.every((at) => at === null)) return null
  if (!ends.every((at) => typeof at === 'number')) return undefined
  const [first, last] = ends.reduce<[number, number]>(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)],
    [Infinity, 0],
  )
  return { first, last }
}

function outcomeOf({ items, accessAfter }: Edits): EditedLinks {
  const limit = items[0]?.change.limit
  return {
    ends: endsOf(items),
    limit: items.every(({ change }) => change.limit === limit) ? limit : undefined,
    access: accessAfter,
  }
}

/** Changes the expiry, the download limit or the access of many links, each looked up first so that the rest of it stays. */
export const editLinks = defineJob<LinkEditItem, Edits, Map<string, LinkLimits>, LimitsBefore>({
  journal: { name: 'editLinks', input: Edits },
  // The user has been shown what becomes of each link, also of those that another change is still about.
  waitsForOthers: true,
  operation: (edits) => ({
    ...createOperation('editLinks', edits.items),
    editedLinks: outcomeOf(edits),
  }),
  stages: (items) => [
    { items, chunkSize: chunkSizeOf(items.length), maxInFlight: maxRequestsInFlight },
  ],
  state: {
    empty: () => new Map(),
    note: LimitsBefore,
    add: (known, { before }) => {
      for (const { id, limits } of before) known.set(id, limits)
    },
  },
  createSender:
    ({ client, state, note }) =>
    async (items, signal) => {
      const before: LimitsBefore['before'] = []
      const failures = new Map<string, ApiError>()
      for (const item of items) {
        const { uri, row } = item
        // Jobs for which this one has waited may have changed the access since it was planned.
        const listed = item.restriction && listedLink(client, row.id)
        const seen = listed ? limitsOfRow(listed) : item.seen
        const change = changeOf(item, seen ?? row)
        try {
          await editLink(client, withPassword(client, row), change, {
            seen: seen && partOfLimits(seen, change),
            onRead: async (limits, isEdited) => {
              // When an edit is sent again the link may have it already; what it allowed before stays noted.
              if (isEdited && state.has(row.id)) return
              if (!isEdited && !seen) requireEndNotSooner(limits, row, change)
              const each = { id: row.id, limits }
              // When the page is closed before the chunk has ended, Undo has only the row, which may be older.
              if (isAsInRow(limits, row, change)) before.push(each)
              else await note({ before: [each] })
            },
            signal,
          })
        } catch (error) {
          if (error instanceof LinkNotEditedError && error.limits)
            showEditedLink(client, rowWithLimits(withPassword(client, row), error.limits))
          if (!(error instanceof ApiError) || signal.aborted) {
            await note({ before })
            throw error
          }
          failures.set(uri, error)
        }
      }
      await note({ before })
      if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
    },
  isDone: async (item, { client, signal }) => {
    const { row } = item
    try {
      const { limits } = await requireLinkSourceAndLimits(client, withPassword(client, row), signal)
      return isSameLimits(limits, requireLiveLimitsAfterChange(limits, changeOf(item, limits)))
    } catch (error) {
      if (!(error instanceof LinkNotEditedError)) throw error
      return error.source?.at === 'deleted' && 'gone'
    }
  },
  patch: (done, { client, state }) => {
    const rows = done.flatMap((item) => {
      const known = listedLink(client, item.id)
      if (!known) return []
      const before = state.get(item.id) ?? limitsOfRow(known)
      return [rowWithLimits(known, limitsAfterChange(before, changeOf(item, before)))]
    })
    addFilterExceptions(rows.map(({ id }) => id))
    listOfLinks(client)?.replace(rows)
  },
  undo: (parts): UndoJobStarter | undefined => {
    const limitsBefore = new Map(parts.flatMap(({ state }) => [...state]))
    const now = serviceNow()
    const items = parts.flatMap(({ result }) =>
      result.done.flatMap((item): LinkEditItem[] => {
        const { row } = item
        // Where the page was closed before it was noted, the row tells what was there.
        const before = limitsBefore.get(row.id) ?? limitsOfRow(row)
        const change = changeOf(item, before)
        // A link that was dead stays as it is now.
        const back = inverseLinkChange(before, change, now)
        if (!back) return []
        const seen = limitsAfterChange(before, change)
        return [toLinkEditItem(rowWithLimits(row, seen), back, { seen })]
      }),
    )
    if (items.length === 0) return undefined
    return (client, undoes) => {
      const ownGroup = client.getQueryData(users.me().queryKey)?.group?.id
      const accessAfter = accessAfterEdit(items, ownGroup)
      return toUndoJobStarter(editLinks, () => ({ items, accessAfter }))(client, undoes)
    }
  },
  invalidates: () => [keys.links.details(), keys.files.infos()],
})
