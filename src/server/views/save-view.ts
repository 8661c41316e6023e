import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import {
  readLongTextColumns,
  requireCapacityForTexts,
  allowedTextGrowth,
} from '#src/server/files/metadata/item-texts.ts'
import { lockTargetOf, resolveUri } from '#src/server/files/resolve.ts'
import { validateValue, readBody, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { parseView } from './views.ts'

const integer = v.pipe(v.number(), v.safeInteger())
/** Zero when missing, as on the public server. */
const whole = v.nullish(integer, 0)
const oneOf = (...words: readonly string[]) =>
  v.pipe(
    v.nullish(v.string(), ''),
    v.check((text) => words.includes(text)),
  )

/** A column; types are not checked, because only clients know them. */
const Column = v.pipe(
  v.object({
    type: whole,
    width: v.nullish(integer),
    props: v.nullish(
      v.object({ metadata_key: v.nullish(v.string()), custom_props_id: v.nullish(v.string()) }),
    ),
  }),
  v.transform(({ type, width, props }) => ({
    type,
    ...withoutEmpty({ width, props: props && withoutEmpty(props) }),
  })),
)

/** Columns of a saved view, unless it had more before; the protocol allows 1,000. */
const maxColumns = 100

/** A view to save (docs/protocol.md §3.1); the order of the fields is the order of the error messages. */
const View = v.object({
  page_size: v.pipe(whole, v.minValue(50)),
  order: v.pipe(v.nullish(v.string(), ''), v.maxLength(255)),
  order_direction: oneOf('asc', 'desc'),
  view: oneOf('list', 'grid', 'gallery'),
  thumbnail: v.nullish(v.boolean(), false),
  gallery_width: v.pipe(whole, v.minValue(50), v.maxValue(500)),
  columns: v.pipe(v.nullish(v.array(Column), []), v.maxLength(1000)),
})
const Stored = v.object({ view: v.string() })
const Save = v.object({ uri: v.pipe(v.string(), v.nonEmpty()), view: v.optional(v.unknown()) })

/** Removes empty fields, which are never stored nor sent. */
function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : Boolean(value),
    ),
  )
}

/** Throws 40001 when a view has more than 100 columns, and more than it had before. */
function requireFewColumns(text: string | null, before: string | null): void {
  const [count, known] = [text, before].map((view) =>
    view === null ? 0 : (parseView(view).columns?.length ?? 0),
  )
  if ((count ?? 0) <= Math.max(maxColumns, known ?? 0)) return
  throw new HttpError(ErrorCode.invalidParameters, 'Columns too long', {
    detail: `columns: at most ${maxColumns}`,
  })
}

/** Stores the view of a root of the caller that is not a folder (`trash`, `shared_with_me`); null removes it. */
function saveRootView(ctx: RequestContext, uri: ParsedUri, text: string | null): void {
  const { db } = ctx.context
  const { key } = resolveUri(ctx, uri).owner
  const { host } = uri
  const known = db.first(
    'SELECT view FROM user_views WHERE user_key = ? AND host = ?',
    [key, host],
    Stored,
  )
  const before = known?.view ?? null
  requireFewColumns(text, before)
  allowedTextGrowth({ metadata: null, view: text }, { metadata: null, view: before })
  if (text === null) {
    db.run('DELETE FROM user_views WHERE user_key = ? AND host = ?', [key, host])
    return
  }
  db.run(
    `INSERT INTO user_views (user_key, host, view) VALUES (?, ?, ?)
     ON CONFLICT (user_key, host) DO UPDATE SET view = excluded.view`,
    [key, host, text],
  )
}

function saveFolderView(ctx: RequestContext, uri: ParsedUri, text: string | null): void {
  const { db, now } = ctx.context
  const resolved = resolveUri(ctx, uri)
  if (!resolved.isOwned) throw new HttpError(ErrorCode.ownerOnly, 'Only the owner may do this')
  const { file } = resolved
  if (resolved.host === 'trash' || file?.type !== FileType.folder || file.is_shortcut) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'not a folder' })
  }
  requireUnlocked(ctx, [lockTargetOf(resolved, { isDeep: false })], { share: resolved.share })
  const before = readLongTextColumns(db, file.key)
  requireFewColumns(text, before.view)
  requireCapacityForTexts(ctx.context, resolved.owner, { ...before, view: text }, before)
  db.run('UPDATE files SET view = ?, updated_at = ? WHERE key = ?', [text, now(), file.key])
}

/**
 * `PATCH /file/view` (docs/protocol.md §3): stores the view of a folder, of the root of the trash or of `shared_with_me`;
 * without a view it inherits again. Throws 40001 (naming the field; or more than 64 kB with the folder's metadata), 40051,
 * 401, 403 (a file, a shortcut, an item in the trash, or the root of somebody else), 40016, 40082 (another user's) and 40073 (the
 * folder is locked, or an ancestor deeply).
 */
async function saveView(ctx: RequestContext): Promise<void> {
  const body = await readBody(ctx, Save)
  const requested = body.view ?? null
  const text =
    requested === null ? null : JSON.stringify(withoutEmpty(validateValue(View, requested)))
  const uri = parseRequestUri(body.uri)
  ctx.context.db.transaction(() => {
    const isFlatRoot = uri.host === 'trash' || uri.host === 'shared_with_me'
    if (isFlatRoot && uri.segments.length === 0) saveRootView(ctx, uri, text)
    else saveFolderView(ctx, uri, text)
  })
}

export const saveViewRoutes: readonly Route[] = [['PATCH', '/file/view', route(NoData, saveView)]]
