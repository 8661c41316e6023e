import * as v from 'valibot'
import { Capability } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { readBody, readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal, isoTime } from './envelope.ts'
import { requireCapability, resolvePlace } from './resolve.ts'
import { maxBatchSize } from './site.ts'
import { thumbContent } from './thumbs.ts'
import { isSigned, signText } from './tokens.ts'

/** Milliseconds that an address is good for. */
const lifetime = 3600_000
const purpose = 'download'

const Wish = v.object({
  uris: v.array(v.string()),
  skip_error: v.optional(v.boolean(), false),
  archive: v.optional(v.boolean(), false),
})

/** Headers of somebody's bytes: a file to save, never a page or a script of this site. */
export const attachment = (name: string): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

function addressOf(call: Call, uri: string, expires: number): string {
  const { key, siteUrl } = call.context
  const place = resolvePlace(call, readUri(uri))
  const { file } = place
  if (file?.type !== FileType.file || file.entity_id === null || file.trash_id !== null) {
    throw new Refusal(Code.nothingThere, 'Entity does not exist')
  }
  requireCapability(place, Capability.download)
  const path = `${file.entity_id}/${Math.floor(expires / 1000)}/${encodeURIComponent(file.name)}`
  const sign = signText(key, purpose, decodeURIComponent(path))
  return `${siteUrl(call.request)}/api/v4/file/content/${path}?sign=${sign}`
}

/**
 * `POST /file/url` (contract.md §8): addresses of contents, good for an hour, in the order asked for. What fails becomes
 * a 40081 and no address at all, or '' with `skip_error`. Throws 40074, and 40007 for archives, which are not made here.
 */
async function addresses(call: Call): Promise<unknown> {
  const { uris, skip_error: skips, archive } = await readBody(call, Wish)
  if (uris.length > maxBatchSize) {
    throw new Refusal(Code.batchTooLarge, `Maximum allowed batch size: ${maxBatchSize}`)
  }
  if (archive) throw new Refusal(Code.groupNotAllowed, 'Archives are not made here')
  const expires = call.context.now() + lifetime
  const failures = new Map<string, Refusal>()
  const urls = uris.map((uri) => {
    try {
      return { url: addressOf(call, uri, expires) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.set(uri, error)
      return { url: '' }
    }
  })
  if (!skips && failures.size > 0) {
    throw new Refusal(Code.batchIncomplete, 'One or more operation failed', {
      aggregated: failures,
    })
  }
  return { urls, expires: isoTime(expires) }
}

/** The bytes behind a signed address of {@link addresses}. Throws 40071, 40005 and 40077. */
async function fileContent(call: Call): Promise<Response> {
  const { key, now, store } = call.context
  const { id = '', expires = '', name = '' } = call.params
  if (!isSigned(key, purpose, `${id}/${expires}/${name}`, call.query.get('sign') ?? '')) {
    throw new Refusal(40071, 'Invalid signature')
  }
  if (Number(expires) * 1000 <= now()) throw new Refusal(Code.signatureExpired, 'Signature expired')
  const bytes = await store.read(id)
  if (!bytes) throw new Refusal(Code.nothingThere, 'Entity does not exist')
  return new Response(bytes, {
    headers: { ...attachment(name), 'cache-control': 'private, no-cache' },
  })
}

export const downloadRoutes: readonly Route[] = [
  ['POST', '/file/url', addresses],
  [
    'GET',
    '/file/content/:id/:expires/:name',
    (call) => (call.query.has('thumb') ? thumbContent(call) : fileContent(call)),
  ],
]
