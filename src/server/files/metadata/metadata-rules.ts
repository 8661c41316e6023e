import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { customProps } from '#src/server/http/site.ts'

/** Maximum number of keys of one item. */
export const maxMetadataKeys = 256

export const MetadataName = v.pipe(v.string(), v.maxLength(255))
export const MetadataValue = v.pipe(v.string(), v.maxLength(10_000))
/** It is of an item that is to be created. {@link requireAllowedChanges} checks what the keys and values mean. */
export const NewMetadata = v.pipe(
  v.record(MetadataName, MetadataValue),
  v.maxEntries(maxMetadataKeys),
)

type Change = { readonly key: string; readonly value: string; readonly remove?: boolean }

const hexColour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const functionColour = /^(?:rgb|hsl)a?\([\d\s.,%/a-z-]{1,64}\)$/i
const isColour = (text: string) => hexColour.test(text) || functionColour.test(text)
// The expression is no literal, because the compiler's target does not know the flag `v`.
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
function isAllowed({ key, value, remove = false }: Change): boolean {
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

/** Throws 40001 when a client may not set or remove one of these keys, or not to this value. */
export function requireAllowedChanges(changes: readonly Change[]): void {
  const refused = changes.find((change) => !isAllowed(change))
  if (!refused) return
  throw new HttpError(ErrorCode.invalidParameters, 'Invalid parameters.', {
    detail: `metadata ${JSON.stringify(refused.key)} cannot be changed like this`,
  })
}

/** Throws like {@link requireAllowedChanges} for the metadata of an item that is to be created. */
export const requireAllowedMetadata = (metadata: Readonly<Record<string, string>>): void =>
  requireAllowedChanges(Object.entries(metadata).map(([key, value]) => ({ key, value })))
