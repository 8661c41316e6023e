import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { readBody, readUri, requireUser } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal } from './envelope.ts'
import { newId } from './ids.ts'
import { isRoot, resolvePlace } from './resolve.ts'

/** Group permission to hand out links. */
const sharing = 2
/** Seconds; ten years and more are for ever in the lives of links, and no number of them leaves what a Date can hold. */
const longest = 10_000_000_000

const Wish = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  is_private: v.nullish(v.boolean()),
  password: v.nullish(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{0,32}$/))),
  downloads: v.nullish(v.pipe(v.number(), v.integer(), v.maxValue(Number.MAX_SAFE_INTEGER))),
  expire: v.nullish(v.pipe(v.number(), v.integer(), v.maxValue(longest))),
  share_view: v.nullish(v.boolean()),
  show_readme: v.nullish(v.boolean()),
})

const signs = '0123456789abcdefghijklmnopqrstuvwxyz'
const newPassword = (): string =>
  Array.from({ length: 8 }, () => signs.charAt(randomInt(signs.length))).join('')

/**
 * `PUT /share` (contract.md §5.3): a new link to an item of one's own, its address with the password. Throws 40007,
 * 40016, and 403 for a root and for what is somebody else's.
 */
async function createShare(call: Call): Promise<string> {
  const { db, now, siteUrl } = call.context
  const user = requireUser(call)
  const wish = await readBody(call, Wish)
  if (!hasFlag(user.permission, sharing)) {
    throw new Refusal(Code.groupNotAllowed, 'Sharing is not for this group')
  }
  const place = resolvePlace(call, readUri(wish.uri))
  const isOwn = place.uri.host === 'my' && hasFlag(place.capability, Capability.share)
  if (!place.file || isRoot(place) || !isOwn) {
    throw new Refusal(Code.forbidden, 'src file not found')
  }
  const id = newId()
  const password = wish.is_private ? wish.password || newPassword() : null
  const { downloads, expire } = wish
  db.run(
    `INSERT INTO shares (id, owner_key, file_key, password, expires_at, remain_downloads, share_view, show_readme, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      user.key,
      place.file.key,
      password,
      expire && expire > 0 ? now() + expire * 1000 : null,
      downloads && downloads > 0 ? downloads : null,
      wish.share_view ?? false,
      wish.show_readme ?? false,
      now(),
    ],
  )
  const url = `${siteUrl(call.request)}/s/${id}`
  return password === null ? url : `${url}/${password}`
}

export const shareEditRoutes: readonly Route[] = [['PUT', '/share', createShare]]
