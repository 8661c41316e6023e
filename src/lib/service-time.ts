/**
 * How far the clock of the service is at least ahead of the browser's, in ms, by the last response: its `Date` header has
 * no parts of a second. Module state, because `lib` has no stores and every request and clock of the page uses it.
 */
let leastOffset = 0

/** A smaller difference can come from the seconds of the `Date` header and from the time a response takes, in ms. */
const minOffsetMs = 3_000

/** Notes the time of a response as its `Date` header says it; without one, what is known stays. */
export function recordServiceTime(header: string | null): void {
  const found = Date.parse(header ?? '') - Date.now()
  if (!Number.isFinite(found)) return
  leastOffset = found
}

/** The time by the clock of the service, in ms since 1970: by it links expire, whatever the browser's clock says. */
export const serviceNow = (): number =>
  Date.now() + (Math.abs(leastOffset) < minOffsetMs ? 0 : leastOffset)

/** A time that the clock of the service has reached, up to about a second before its present, in ms since 1970. */
export const serviceTimeLowerBound = (): number => Date.now() + leastOffset
