import * as v from 'valibot'
import { Capability } from '#src/contract/capability.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import {
  UriList,
  checkBatch,
  readUris,
  throwIfFailed,
  requireItemsUnlocked,
} from '#src/server/http/batch.ts'
import type { BatchItem } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import { customProps } from '#src/server/http/site.ts'
import { runInTimeSlices } from '#src/server/http/time-slices.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { readMetadata, writeMetadata } from './files.ts'
import { lockTarget, requireCapability, resolveUri } from './resolve.ts'
import type { UriCache } from './resolve.ts'

/** Maximum number of keys of one item. */
const maxKeys = 256

const FileChange = v.object({
  key: v.pipe(v.string(), v.maxLength(255)),
  value: v.nullish(v.pipe(v.string(), v.maxLength(10_000)), ''),
  remove: v.nullish(v.boolean(), false),
  private: v.nullish(v.literal(false)),
})
type FileChange = v.InferOutput<typeof FileChange>
const Patch = v.object({
  uris: UriList,
  patches: v.pipe(v.array(FileChange), v.minLength(1), v.maxLength(maxKeys)),
})

const hexColour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const functionColour = /^(?:rgb|hsl)a?\([\d\s.,%/a-z-]{1,64}\)$/i
const isColour = (text: string) => hexColour.test(text) || functionColour.test(text)
// Not a literal, because the compiler's target does not know the flag `v`.
const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v')

/** Whether `value` is valid for a custom property of this site. */
function fitsProperty(id: string, value: string): boolean {
  const property = customProps.find((one) => one.id === id)
  if (property?.type === 'rating') {
    return /^\d{1,3}$/.test(value) && Number(value) <= (property.max ?? 0)
  }
  if (property?.type === 'select') return property.options?.includes(value) ?? false
  return property !== undefined
}

/** Whether a client may set this key to this value (docs/protocol.md §8.2). Other namespaces belong to the service. */
function isAllowed({ key, value, remove }: FileChange): boolean {
  const [, namespace = '', name = ''] = /^([a-z]+):([^]+)$/.exec(key) ?? []
  switch (namespace) {
    case 'tag':
      return remove || value === '' || isColour(value)
    case 'props':
      return remove || fitsProperty(name, value)
    case 'customize':
      if (remove) return true
      if (name === 'icon_color') return isColour(value)
      return name === 'emoji' ? emoji.test(value) : true
    default:
      return namespace === 'thumb' || namespace === 'dav'
  }
}

/** Whether a change updates `updated_at`: keys of thumbnails and WebDAV do not. */
const isVisible = ({ key }: FileChange) => /^(?:tag|customize|props):/.test(key)

/** The metadata of an item after the changes. Throws 40001 when it would have too many keys. */
function changedMetadata({ file }: BatchItem, patches: readonly FileChange[]): Map<string, string> {
  const metadata = new Map(Object.entries(readMetadata(file)))
  for (const { key, value, remove } of patches) {
    if (remove) metadata.delete(key)
    else metadata.set(key, value)
  }
  if (metadata.size > maxKeys) throw new Refusal(ErrorCode.invalidParameters, 'Too much metadata')
  return metadata
}

function applyPatches(call: Call, item: BatchItem, patches: readonly FileChange[]): void {
  const at = patches.some(isVisible) ? call.context.now() : item.file.updated_at
  writeMetadata(call.context.db, item.file.key, changedMetadata(item, patches), at)
}

/**
 * `PATCH /file/metadata` (docs/protocol.md §8.2): sets and removes tags, custom properties, colour and emoji of items.
 * An invalid key or value (40001), another user's item (40082) and a lock (40073) fail the whole request. Items that
 * cannot be changed fail individually (40081: 401, 403, 40016). More than 256 keys on one item are 40001.
 */
async function patchMetadata(call: Call): Promise<void> {
  const body = await readBody(call, Patch)
  const uris = readUris(body.uris)
  const refused = body.patches.find((patch) => !isAllowed(patch))
  if (refused) {
    throw new Refusal(ErrorCode.invalidParameters, 'Invalid parameters.', {
      detail: `metadata ${JSON.stringify(refused.key)} cannot be changed like this`,
    })
  }
  const begin =
    () =>
    ({ resolved }: BatchItem) => {
      if (!resolved.isOwned) throw new Refusal(ErrorCode.ownerOnly, 'Only the owner may do this')
      requireCapability(resolved, Capability.updateMetadata)
    }
  const { items, failures } = await checkBatch(call, uris, begin, (batch) => {
    for (const failure of batch.failures.values())
      if (failure.code === ErrorCode.ownerOnly) throw failure
    requireItemsUnlocked(call, batch.items, ({ resolved }) => [
      lockTarget(resolved, { isDeep: false }),
    ])
    // All of them before the first one is changed.
    for (const item of batch.items) changedMetadata(item, body.patches)
    return batch
  })
  const cache: UriCache = new Map()
  const late = await runInTimeSlices(
    call,
    items.map(({ resolved }) => resolved.uri),
    (uri) => {
      const resolved = resolveUri(call, uri, cache)
      const { file, share } = resolved
      if (!file) return
      begin()({ resolved, file })
      requireUnlocked(call, [lockTarget(resolved, { isDeep: false })], { share })
      applyPatches(call, { resolved, file }, body.patches)
    },
    () => cache.clear(),
  )
  throwIfFailed(new Map([...failures, ...late]))
}

export const metadataRoutes: readonly Route[] = [['PATCH', '/file/metadata', patchMetadata]]
