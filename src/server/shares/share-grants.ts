import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasFlag } from '#src/contract/flags/capability.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, isAtOrBelow } from '#src/server/files/files.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { requireShareReadPermission, requireLiveShare } from './share-access.ts'
import type { ResolvedShare } from './share-access.ts'

/*
 * What is begun through a share and used later (an upload, a signed address, a viewer session, a lock, a stream of
 * events) keeps a grant: the share, its epoch, the capability that it needs, and whether a download was counted for it.
 * Each use asks again by `requireShareGrant`; nothing else decides it.
 */

/** Text without secrets; who keeps it signs it or stores it. */
export type ShareCapabilityGrant = string

/** A grant through a share for a capability (a bit number). `isPaid`: a download was counted for it. */
export const createShareCapabilityGrant = (
  { id, epoch }: Pick<ResolvedShare, 'id' | 'epoch'>,
  capability: number,
  { isPaid = false } = {},
): ShareCapabilityGrant => `${id}.${epoch}.${capability}.${isPaid ? 'paid' : ''}`

/** A use of a grant. */
type GrantUse = {
  readonly grant: ShareCapabilityGrant
  /** Who began it; null for a visitor without an account. */
  readonly user: UserRow | null
  /** The item that it is used for, or a path in the owner's space. */
  readonly item: { readonly key: number } | { readonly segments: readonly string[] }
  /** Milliseconds since 1970. */
  readonly now: number
}

/** 40005: rights were taken away since the grant was made. */
const superseded = () =>
  new HttpError(ErrorCode.signatureExpired, 'Signature expired', {
    detail: 'the rights of the link have changed',
  })

function isInside(
  db: Db,
  source: { readonly key: number; readonly segments: readonly string[] },
  item: GrantUse['item'],
): boolean {
  if ('segments' in item) {
    return source.segments.every((name, index) => name === item.segments[index])
  }
  const file = fileByKey(db, item.key)
  return file !== undefined && isAtOrBelow(db, file, source.key)
}

/**
 * Asks whether a grant may still be used: the share is there and open, its epoch is that of the grant, the user has the
 * capability, and the item is inside the source. Throws 404, 403, 40088, 40016 and, for a grant of an earlier epoch,
 * what `otherEpoch` makes (40005). A share without downloads left is open to grants for which a download was counted.
 */
export function requireShareGrant(
  db: Db,
  { grant, user, item, now }: GrantUse,
  otherEpoch: () => HttpError = superseded,
): ReturnType<typeof requireShareReadPermission> {
  const [id = '', epoch = '', capability = '', paid = ''] = grant.split('.')
  const live = requireLiveShare(db, id, { now, ignoresDownloads: paid !== '' })
  if (String(live.row.epoch) !== epoch) throw otherEpoch()
  const access = requireShareReadPermission(live, user)
  if (!hasFlag(access.capability, Number(capability))) {
    throw new HttpError(ErrorCode.forbidden, 'Permission denied')
  }
  if (!isInside(db, { key: live.source.key, segments: live.segments }, item)) {
    throw new HttpError(ErrorCode.pathNotFound, 'Path not exist', { detail: 'not in the share' })
  }
  return access
}

/** Whether {@link requireShareGrant} allows it. */
export function isShareCapabilityGrantValid(db: Db, use: GrantUse): boolean {
  try {
    requireShareGrant(db, use)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
