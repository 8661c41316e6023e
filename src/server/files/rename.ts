import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { File } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { readBody, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { childByName } from './files.ts'
import type { FileResponse } from './files.ts'
import { fileResponseWithoutMetadata } from './insert-item.ts'
import { nameTakenError, parseName } from './names.ts'
import { isRootUri, lockTargetOf, requireCapability, resolveUri } from './resolve.ts'

const Rename = v.object({
  uri: v.string(),
  new_name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
})

/**
 * `POST /file/rename` (docs/protocol.md §8.1): renames an item and returns it with its new URI; the same name changes
 * nothing. Throws 403 (a root, an item of the trash, a share without the permission), 40004, 40016, 40052 and 40073.
 */
async function renameItem(ctx: RequestContext): Promise<FileResponse> {
  const { db } = ctx.context
  const body = await readBody(ctx, Rename)
  const uri = parseRequestUri(body.uri)
  return db.transaction(() => {
    const resolved = resolveUri(ctx, uri)
    const { file } = resolved
    if (!file || file.parent_key === null || isRootUri(resolved)) {
      throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'a root' })
    }
    requireCapability(resolved, Capability.rename)
    const name = parseName(body.new_name)
    if (name !== file.name) {
      const target = lockTargetOf(resolved)
      const wished = { ...target, segments: [...target.segments.slice(0, -1), name] }
      requireUnlocked(ctx, [target, wished], { share: resolved.share })
      if (childByName(db, file.parent_key, name)) throw nameTakenError()
      db.run('UPDATE files SET name = ? WHERE key = ?', [name, file.key])
    }
    const segments = [...resolved.uri.segments.slice(0, -1), name]
    return fileResponseWithoutMetadata({
      ...resolved,
      uri: { ...resolved.uri, segments },
      file: { ...file, name },
    })
  })
}

export const renameRoutes: readonly Route[] = [['POST', '/file/rename', route(File, renameItem)]]
