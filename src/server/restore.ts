import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { InvalidUriError, canonicalScheme, formatUri, parseUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import { Uris, eachOf, readUris, refuseFailed } from './batch.ts'
import { readBody } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal } from './envelope.ts'
import { childOf } from './files.ts'
import type { FileRow } from './files.ts'
import { requireUnlocked } from './locks.ts'
import { nameTaken } from './names.ts'
import { lockTarget, resolvePlace } from './resolve.ts'
import type { KnownPlaces, Place } from './resolve.ts'
import { putInFolder } from './trash.ts'

const Restore = v.object({ uris: Uris })

const unsupported = (detail: string) =>
  new Refusal(Code.forbidden, 'Not supported action', { detail })

/** The folder that an item was deleted from. Throws 403 when that is not known and 40016 when it is gone. */
function originOf(call: Call, item: FileRow, known: KnownPlaces): Place {
  let origin: FileUri | undefined
  try {
    origin = parseUri(item.restore_uri ?? '', canonicalScheme)
  } catch (error) {
    if (!(error instanceof InvalidUriError)) throw error
  }
  if (origin?.host !== 'my' || origin.segments.length === 0) {
    throw unsupported('its place is not known')
  }
  return resolvePlace(call, { host: 'my', segments: origin.segments.slice(0, -1) }, known)
}

function restoreItem(call: Call, uri: FileUri, known: KnownPlaces): void {
  const { db, now } = call.context
  if (uri.host !== 'trash') throw unsupported('not in the trash')
  const place = resolvePlace(call, uri)
  const { file } = place
  if (!file) throw unsupported('a root')
  const folder = originOf(call, file, known)
  if (folder.file?.type !== FileType.folder) throw unsupported('its place is no folder now')
  requireUnlocked(call, [lockTarget(place), lockTarget(folder, { name: file.name })])
  if (childOf(db, folder.file.key, file.name)) throw nameTaken()
  putInFolder(db, [file.key], folder.file.key, now())
}

/**
 * `POST /file/restore` (spec §4.3, contract.md §6.3): each item to the path that it was deleted from, one after the
 * other and independently, all in one transaction. What fails stays in the trash and is told in 40081: 401, 403, 40004
 * (its name is taken), 40016 (it, or its folder, is not there), 40073.
 */
async function restoreItems(call: Call): Promise<void> {
  const { uris } = await readBody(call, Restore)
  const wanted = new Map(readUris(uris).map((uri) => [formatUri(uri), uri]))
  const known: KnownPlaces = new Map()
  const failures = call.context.db.transaction(() =>
    eachOf([...wanted.values()], (uri) => restoreItem(call, uri, known)),
  )
  refuseFailed(failures)
}

export const restoreRoutes: readonly Route[] = [['POST', '/file/restore', restoreItems]]
