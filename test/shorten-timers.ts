import { vi } from 'vitest'

/** In ms: how long the app waits for a browser's storage before it does without. */
const storageLimit = 2_000

/**
 * For the rest of this test, what the app puts off by a quarter of a second to four and a half is due at once: pauses
 * between tries, lists that are stored once they rest, the look for interrupted work. What shows only while something
 * takes long shows at once, too.
 */
export function shortenTimers(): void {
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms = 0,
    ...rest: never[]
  ) =>
    real(
      run,
      ms >= 250 && ms < 4_500 && ms !== storageLimit ? 5 : ms,
      ...rest,
    )) as typeof setTimeout)
}
