import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { saveView } from '#src/api/files/files.ts'
import { parentUri } from '#src/contract/uri.ts'
import { isSameView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { folderLists, reloadFolder } from '#src/features/file-lists/file-cache.ts'
import type { BatchItem } from '#src/jobs/batches/batch.ts'
import { defineBatch } from '#src/jobs/define-batch.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findItemAt } from '#src/jobs/verification/item-lookup.ts'
import { findItemsWithStaleUri } from '#src/jobs/verification/stale-uris.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'

/** What identifies a folder for the copy; rows and folders of a tree both have it. */
const Folder = v.object({ id: v.string(), uri: v.string(), name: v.string() })

/** `view` is what each folder is given; null takes away the view that it has of its own. */
const ViewCopy = v.object({ items: v.array(Folder), view: v.nullable(ViewSetting) })
type ViewCopy = { readonly items: readonly BatchItem[]; readonly view: ViewSetting | null }

/** Requests at the same time: the endpoint takes one folder each. */
const maxInFlight = 2

/** Reloads the lists of these folders, of folders below them, which may inherit the view, and of those that list them. */
function reloadAffectedFolders(client: QueryClient, items: readonly BatchItem[]): void {
  const changed = new Set(items.map(({ uri }) => uri))
  const parents = new Set(items.map(({ uri }) => parentUri(uri)))
  for (const { uri } of folderLists(client)) {
    let isStale = parents.has(uri)
    for (let at: string | null = uri; at !== null && !isStale; at = parentUri(at)) {
      isStale = changed.has(at)
    }
    if (isStale) reloadFolder(client, uri)
  }
}

/** The views that the folders of a copy had of their own, by id; null for none. */
const viewsBefore = new WeakMap<ViewCopy, Map<string, ViewSetting | null>>()

/** Gives each folder the view that it had, or takes the copied one away: one batch per view. */
function giveBack(
  client: QueryClient,
  done: readonly BatchItem[],
  before: ReadonlyMap<string, ViewSetting | null>,
): void {
  const groups = new Map<string, { view: ViewSetting | null; items: BatchItem[] }>()
  for (const item of done) {
    const view = before.get(item.id) ?? null
    const key = JSON.stringify(view)
    const group = groups.get(key)
    if (group) group.items.push(item)
    else groups.set(key, { view, items: [item] })
  }
  for (const group of groups.values()) {
    // The batch shows its own failures.
    startMutation(client, viewCopy.toFolders({ isUndo: true }), group).catch(() => undefined)
  }
}

export const viewCopy = {
  /** Gives one view to many folders, or takes away the view that each has of its own. */
  toFolders: defineBatch<BatchItem, ViewCopy>({
    journal: { kind: 'copyView', variables: ViewCopy },
    operation: ({ items, view }) => describeOperation(view ? 'copyView' : 'resetView', items),
    items: ({ items }) => items,
    stages: (items) => [{ items, chunkSize: 1, maxInFlight }],
    createSender: (request) => {
      const before = new Map<string, ViewSetting | null>()
      viewsBefore.set(request, before)
      return async (items, signal) => {
        for (const { id, uri } of items) {
          // Once: when a request is sent again, the folder may have the new view already.
          const folder = before.has(id)
            ? undefined
            : await findItemAt(uri, signal, { extended: true })
          if (folder) before.set(id, folder.extended_info?.view ?? null)
          await saveView(uri, request.view, signal)
        }
      }
    },
    isDone: async (item, { view }, signal) => {
      const folder = await findItemAt(item.uri, signal, { extended: true })
      if (!folder) return 'gone'
      const { extended_info: extended } = folder
      return extended !== undefined && isSameView(extended.view ?? null, view)
    },
    findStaleUris: (items, _, signal) => findItemsWithStaleUri(items, signal),
    undo: (client, done, request) => {
      const before = viewsBefore.get(request)
      const isKnown = before && done.every(({ id }) => before.has(id))
      return isKnown ? async () => giveBack(client, done, before) : undefined
    },
    invalidates: () => [keys.files.infos()],
    onSettled: (client, { items }) => reloadAffectedFolders(client, items),
  }),
}
