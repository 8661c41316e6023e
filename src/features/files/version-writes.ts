import { getContentUrl } from '#src/api/files/content.ts'
import * as api from '#src/api/files/versions.ts'
import type { File } from '#src/contract/file.ts'
import { changeRow, reloadSearches } from '#src/features/file-lists/file-cache.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { downloadFromUrl, openUrlInNewTab } from '#src/platform/files/download.ts'

type VersionOf = { readonly item: FileRow; readonly version: string }

export const versionWrites = {
  /** Makes a version the current one. Resolves to the file as it is then, undefined where that cannot be read. */
  restore: () =>
    defineMutation<VersionOf, File | undefined>({
      send: async ({ item, version }) => {
        await api.setCurrentVersion(item.uri, version)
        return findItemAtUri(item.uri).catch(() => undefined)
      },
      item: ({ item }) => item,
      operation: ({ item }) => createOperation('restore', [item]),
      check: async ({ item, version }) => {
        const found = await findItemAtUri(item.uri)
        return found?.primary_entity === version ? found : undefined
      },
      patch: (client, file, { item }) => {
        if (file) changeRow(client, item.id, ({ isShared }) => ({ ...toFileRow(file), isShared }))
        reloadSearches(client)
      },
      invalidates: () => [keys.files.infos()],
      isInline: true,
    }),
  remove: () =>
    defineMutation<VersionOf, true>({
      send: async ({ item, version }) => {
        await api.deleteVersion(item.uri, version)
        return true
      },
      item: ({ item }) => item,
      operation: ({ item }) => createOperation('deleteVersion', [item]),
      check: async ({ item, version }) => {
        const file = await findItemAtUri(item.uri, undefined, { extended: true })
        const versions = file?.id === item.id && file.extended_info?.entities
        return versions && !versions.some(({ id }) => id === version) ? true : undefined
      },
      invalidates: () => [keys.files.infos(), keys.users.capacity()],
      isInline: true,
    }),
}

/** Shows a version in a tab of its own, as far as the browser can show it. */
export async function openVersion({ item, version }: VersionOf): Promise<void> {
  openUrlInNewTab(await getContentUrl(item.uri, false, { version }))
}

export async function downloadVersion({ item, version }: VersionOf): Promise<void> {
  downloadFromUrl(await getContentUrl(item.uri, true, { version }))
}
