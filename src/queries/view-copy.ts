import type { QueryClient } from '@tanstack/react-query'
import { saveView } from '#src/api/files.ts'
import { isSameView } from '#src/contract/view-rules.ts'
import { parentUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import { defineBatch } from './batch.ts'
import { about, folderLists, infoKey, itemAt, readAgain } from './file-lists.ts'

type ViewCopy = {
  readonly items: readonly BatchItem[]
  /** As the service takes it; null for none of their own. */
  readonly view: ViewSetting | null
}

/** Requests at the same time: one folder each, the endpoint takes no more. */
const inFlight = 2

/** Folders on screen that look like one of these, for they are it or may inherit from it, or that list one of these. */
function readThemAgain(client: QueryClient, items: readonly BatchItem[]): void {
  const changed = new Set(items.map(({ uri }) => uri))
  const parents = new Set(items.map(({ uri }) => parentUri(uri)))
  for (const { uri } of folderLists(client)) {
    let isStale = parents.has(uri)
    for (let at: string | null = uri; at !== null && !isStale; at = parentUri(at)) {
      isStale = changed.has(at)
    }
    if (isStale) readAgain(client, uri)
  }
}

export const viewCopy = {
  /** Gives one view to many folders, or takes away the view that each has of its own. */
  toFolders: () =>
    defineBatch<ViewCopy>({
      kept: 'copyView',
      operation: ({ items, view }) => about(view ? 'copyView' : 'resetView', items),
      items: ({ items }) => items,
      waves: (items) => [{ items, chunk: 1, inFlight }],
      send: async (items, { view }, signal) => {
        for (const { uri } of items) await saveView(uri, view, signal)
      },
      isDone: async (item, { view }, signal) => {
        const folder = await itemAt(item.uri, signal, { extended: true })
        if (!folder) return 'gone'
        const { extended_info: extended } = folder
        return extended !== undefined && isSameView(extended.view ?? null, view)
      },
      invalidates: () => [infoKey],
      ended: (client, { items }) => readThemAgain(client, items),
      narrow: ({ items, view }, fewer) => {
        const ids = new Set(fewer.map(({ id }) => id))
        return { items: items.filter(({ id }) => ids.has(id)), view }
      },
    }),
}
