import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { layouts } from '#src/features/folder-view/resolved-view.ts'

/** A field of the form that the service may reject. */
export type RejectableFieldName = 'view' | 'order' | 'page_size' | 'gallery_width' | 'columns'

/** The service names the field in `msg` by its identifier in the service's code (docs/protocol.md §1.6). */
const fieldPatterns: readonly [RegExp, RejectableFieldName][] = [
  [/page_?size/i, 'page_size'],
  [/gallery_?width/i, 'gallery_width'],
  [/columns?/i, 'columns'],
  [/order/i, 'order'],
  [/\bview\b/i, 'view'],
]

/** The field that the service rejected; undefined when that is unknown, and for every other error. */
export function rejectedField(
  error: unknown,
  sent: ViewSetting | null,
): RejectableFieldName | undefined {
  if (!(error instanceof ApiError) || error.code !== ErrorCode.invalidParameters || !sent)
    return undefined
  const field = fieldPatterns.find(([pattern]) => pattern.test(error.message))?.[1]
  if (field) return field
  // Fields with a fixed set of values are rejected with a generic message: look for a value outside of its set.
  if (!layouts.some((layout) => layout === sent.view)) return 'view'
  return sent.order_direction === 'asc' || sent.order_direction === 'desc' ? undefined : 'order'
}
