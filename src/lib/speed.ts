/** So many bytes went out since the sample before; `at` in ms. */
export type Sample = { readonly at: number; readonly bytes: number }

/** The speed is that of so many ms, or of the last sample where that took longer. */
const period = 15_000
/** A shorter time tells nothing, in ms. */
const least = 3_000
/** Less than this tells of what each file costs rather than of the way, in bytes; unless it went on for `long` ms. */
const enough = 1_000_000
const long = 10_000

/** Those that still count, and the one from which on they do. */
export function recentSamples(samples: readonly Sample[]): readonly Sample[] {
  const last = samples.at(-1)?.at ?? 0
  const from = samples.findLastIndex(({ at }) => last - at >= period)
  return samples.slice(Math.max(0, Math.min(from, samples.length - 2)))
}

/** Bytes a second from the first sample to the last; undefined as long as that would be a guess. */
export function speedOf(samples: readonly Sample[]): number | undefined {
  const [first, ...others] = samples
  const last = others.at(-1)
  if (!first || !last) return undefined
  const time = last.at - first.at
  const bytes = others.reduce((sum, sample) => sum + sample.bytes, 0)
  if (time < least || (bytes < enough && time < long)) return undefined
  return (bytes / time) * 1000
}
