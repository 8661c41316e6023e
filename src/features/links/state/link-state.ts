import { serviceNow } from '#src/lib/service-time.ts'

/** The states of a share link. The last three are dead. */
export const linkStates = ['live', 'expiring', 'expired', 'usedUp', 'sourceGone'] as const
export type LinkState = (typeof linkStates)[number]

const soon = 7 * 24 * 3_600_000
/**
 * How far the time by which pages draw may be behind that of the service, in ms: it is read once a minute, and set by
 * the whole seconds of a `Date` header once it is 3 s off.
 */
const maxDelayMs = 65_000

export type LinkStateInput = {
  /** ms since 1970, or null for never. */
  readonly expires: number | null
  /** Downloads left, or null without a limit. */
  readonly remaining: number | null
  /** `expired` of the service; true for every kind of dead link. */
  readonly isExpired: boolean
}

/**
 * The state at `now` (ms since 1970). The service only says "expired"; expiry and downloads tell why, and when neither
 * does, the source is gone (docs/protocol.md §5.2).
 */
export function linkState(
  { expires, remaining, isExpired }: LinkStateInput,
  now: number,
): LinkState {
  // The service knows first that a link has expired.
  if (expires !== null && expires <= now + (isExpired ? maxDelayMs : 0)) return 'expired'
  if (remaining !== null && remaining <= 0) return 'usedUp'
  if (isExpired) return 'sourceGone'
  return expires !== null && expires - now <= soon ? 'expiring' : 'live'
}

/** Whether a link works again, or longer, once it is given a new end: one without an end has nothing to extend. */
export const isExtendable = (link: LinkStateInput, now: number): boolean =>
  (link.expires !== null || link.remaining !== null) && linkState(link, now) !== 'sourceGone'

/** Whether it is dead at this moment: pages draw by a time that may be a minute old. */
export const isDeadNow = (link: LinkStateInput): boolean =>
  isDeadState(linkState(link, serviceNow()))

export const isDeadState = (state: LinkState): boolean =>
  state === 'expired' || state === 'usedUp' || state === 'sourceGone'
