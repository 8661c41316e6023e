/** Bytes sent since the previous sample; `at` in ms. */
export type SpeedSample = { readonly at: number; readonly bytes: number }

/** Window over which the speed is averaged, in ms, unless the last sample took longer. */
const windowMs = 15_000
/** No speed is reported for less than this, in ms. */
const minDurationMs = 3_000
/** Fewer bytes measure the overhead per file rather than the connection, unless it lasted `long` ms. */
const minBytes = 1_000_000
const long = 5_000

/** The samples within the window, and the one before them as the starting point. */
export function recentSpeedSamples(samples: readonly SpeedSample[]): readonly SpeedSample[] {
  const last = samples.at(-1)?.at ?? 0
  const from = samples.findLastIndex(({ at }) => last - at >= windowMs)
  return samples.slice(Math.max(0, Math.min(from, samples.length - 2)))
}

/** Bytes per second from the first sample to the last; undefined while there is too little data. */
export function speedOf(samples: readonly SpeedSample[]): number | undefined {
  const [first, ...others] = samples
  const last = others.at(-1)
  if (!first || !last) return undefined
  const time = last.at - first.at
  const bytes = others.reduce((sum, sample) => sum + sample.bytes, 0)
  if (time < minDurationMs || (bytes < minBytes && time < long)) return undefined
  return (bytes / time) * 1000
}
