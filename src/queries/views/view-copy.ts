import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { saveView } from '#src/api/files.ts'
import { parentUri } from '#src/contract/uri.ts'
import { isSameView } from '#src/contract/view-rules.ts'
import { ViewSetting } from '#src/contract/view.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import { folderLists, reloadFolder } from '#src/queries/files/file-cache.ts'
import { keys } from '#src/queries/keys.ts'
import type { BatchItem } from '#src/stores/batches/batches.ts'

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

export const viewCopy = {
  /** Gives one view to many folders, or takes away the view that each has of its own. */
  toFolders: defineBatch<BatchItem, ViewCopy>({
    journal: { kind: 'copyView', variables: ViewCopy },
    operation: ({ items, view }) => describeOperation(view ? 'copyView' : 'resetView', items),
    items: ({ items }) => items,
    stages: (items) => [{ items, chunkSize: 1, maxInFlight }],
    createSender:
      ({ view }) =>
      async (items, signal) => {
        for (const { uri } of items) await saveView(uri, view, signal)
      },
    isDone: async (item, { view }, signal) => {
      const folder = await findItemAt(item.uri, signal, { extended: true })
      if (!folder) return 'gone'
      const { extended_info: extended } = folder
      return extended !== undefined && isSameView(extended.view ?? null, view)
    },
    invalidates: () => [keys.files.infos()],
    onSettled: (client, { items }) => reloadAffectedFolders(client, items),
  }),
}
