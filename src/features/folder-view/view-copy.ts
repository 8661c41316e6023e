import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { saveView } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { strictListOf } from '#src/contract/schema.ts'
import { parentUri } from '#src/contract/uri.ts'
import { withViewDefaults, isSameView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { cachedFolderLists, reloadFolder } from '#src/features/file-lists/file-cache.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import { JobItem, type UndoJobStarter } from '#src/jobs/store/job.ts'
import {
  findItemAtUri,
  maxRequestsInFlight,
  findItemsWithStaleUri,
} from '#src/jobs/verification/item-lookup.ts'
import { findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'

/**
 * What identifies a folder for the copy; rows and folders of a tree both have it. `view`: what this one is given, where
 * that is not what all are given. `expected`: the view of its own that it had when that was last read; another one stays.
 */
const ViewCopyTarget = v.object({
  ...JobItem.entries,
  view: v.optional(v.nullable(ViewSetting)),
  expected: v.optional(v.nullable(ViewSetting)),
})
export type ViewCopyTarget = v.InferOutput<typeof ViewCopyTarget>

/**
 * `view` is what each folder is given; null takes away the view that it has of its own. `saved`: the folder above them,
 * which was given the view just before, with the view that it had; Undo takes that back too.
 */
const ViewCopy = v.object({
  items: strictListOf(ViewCopyTarget),
  view: v.nullable(ViewSetting),
  saved: v.optional(ViewCopyTarget),
})
type ViewCopy = v.InferOutput<typeof ViewCopy>

/** A stored view lacks the fields that are empty, and the service takes none without them (docs/protocol.md §3.1). */
function viewFor(folder: ViewCopyTarget, copy: ViewCopy): ViewSetting | null {
  const view = folder.view === undefined ? copy.view : folder.view
  return view && withViewDefaults(view)
}

/** Reloads the lists of these folders, of folders below them, which may inherit the view, and of those that list them. */
function reloadAffectedFolders(client: QueryClient, items: readonly JobItem[]): void {
  const changed = new Set(items.map(({ uri }) => uri))
  const parents = new Set(items.map(({ uri }) => parentUri(uri)))
  for (const { uri } of cachedFolderLists(client)) {
    let isStale = parents.has(uri)
    for (let at: string | null = uri; at !== null && !isStale; at = parentUri(at)) {
      isStale = changed.has(at)
    }
    if (isStale) reloadFolder(client, uri)
  }
}

/** The view that a folder had of its own before; null for none. */
const ViewBefore = v.object({ id: v.string(), before: v.nullable(ViewSetting) })
type ViewBefore = v.InferOutput<typeof ViewBefore>
type ViewsBefore = Map<string, ViewSetting | null>

/** Gives one view to many folders, or takes away the view that each has of its own. */
export const copyViewToFolders = defineJob<ViewCopyTarget, ViewCopy, ViewsBefore, ViewBefore>({
  journal: { name: 'copyView', input: ViewCopy },
  operation: ({ items, view, saved }) => ({
    ...createOperation(view ? 'copyView' : 'resetView', items),
    isSaved: saved !== undefined,
  }),
  commandKeyOf: (item, copy) => JSON.stringify(viewFor(item, copy)),
  // The endpoint takes one folder in a request.
  stages: (items) => [{ items, chunkSize: 1, maxInFlight: maxRequestsInFlight }],
  state: {
    empty: () => new Map(),
    note: ViewBefore,
    add: (views, { id, before }) => views.set(id, before),
  },
  createSender:
    ({ input, state, note }) =>
    async (items, signal) => {
      for (const item of items) {
        const { id, uri, expected } = item
        const view = viewFor(item, input)
        const folder = await findItemAtUri(uri, signal, { extended: true })
        // It has another name or place by now, and perhaps another folder has this one.
        const uriNow = folder ? uri : ((await findOwnUriById(id, signal)) ?? uri)
        if (uriNow !== uri || (folder && folder.id !== id))
          throw new ApiError({ code: ErrorCode.staleUri })
        const before = folder?.extended_info?.view ?? null
        const isGiven = isSameView(before, view)
        if (folder && expected !== undefined && !isGiven && !isSameView(before, expected))
          throw new ApiError({ code: ErrorCode.viewChanged })
        // When a request is sent again, the folder may have the new view already; what it had before stays noted.
        if (folder && !(isGiven && state.has(id))) await note({ id, before })
        await saveView(uri, view, signal)
      }
    },
  isDone: async (item, { input, signal }) => {
    const folder = await findItemAtUri(item.uri, signal, { extended: true })
    if (folder?.id !== item.id)
      return (await findOwnUriById(item.id, signal)) === undefined && 'gone'
    const { extended_info: extended } = folder
    return extended !== undefined && isSameView(extended.view ?? null, viewFor(item, input))
  },
  findStaleUris: (items, { signal }) => findItemsWithStaleUri(items, signal),
  undo: (parts): UndoJobStarter | undefined => {
    const before = new Map(parts.flatMap(({ state }) => [...state]))
    const items = parts.flatMap(({ result, input }) =>
      result.done.flatMap((item): ViewCopyTarget[] => {
        const { id, uri, name } = item
        const view = before.get(id)
        // Nothing was sent about a folder of which nothing is noted: it had the view already.
        return view === undefined ? [] : [{ id, uri, name, view, expected: viewFor(item, input) }]
      }),
    )
    const saved = parts.find(({ input }) => input.saved)?.input.saved
    if (saved) items.push(saved)
    if (items.length === 0) return undefined
    return toUndoJobStarter(copyViewToFolders, () => ({ items, view: null }))
  },
  invalidates: () => [keys.files.infos()],
  onSettled: (_, { client, input }) => reloadAffectedFolders(client, input.items),
})
