import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { layouts } from '#src/views/folder/shown-view.ts'

/** A field of the form that the service may refuse. */
export type Refused = 'view' | 'order' | 'page_size' | 'gallery_width' | 'columns'

/** The service says which in its `msg`, by the name that the field has in its own code (contract.md §1.6). */
const named: readonly [RegExp, Refused][] = [
  [/page_?size/i, 'page_size'],
  [/gallery_?width/i, 'gallery_width'],
  [/columns?/i, 'columns'],
  [/order/i, 'order'],
  [/\bview\b/i, 'view'],
]

/** The field that a refusal is about; undefined when that cannot be told, and for every other failure. */
export function refusedField(error: unknown, sent: ViewSetting | null): Refused | undefined {
  if (!(error instanceof ApiError) || error.code !== Code.invalidParameters || !sent)
    return undefined
  const found = named.find(([pattern]) => pattern.test(error.message))?.[1]
  if (found) return found
  // "Invalid parameters." is said of fields that take one of a few words: whichever of ours is none of them.
  if (!layouts.some((layout) => layout === sent.view)) return 'view'
  return sent.order_direction === 'asc' || sent.order_direction === 'desc' ? undefined : 'order'
}
