import { setUploadRate } from '#src/features/uploads/upload-rows.ts'
import { recentSamples, type SpeedSample, speedOf } from '#src/lib/numbers/speed.ts'

/* The speed of all uploads together. */

// Not in the store: nothing shows them, and they change with each part that is sent.
let samples: readonly SpeedSample[] = []

/** Starts measuring now, unless it has started; `isFresh` starts anew. */
export function startSpeedMeasurement(isFresh = false): void {
  if (samples.length > 0 && !isFresh) return
  samples = [{ at: performance.now(), bytes: 0 }]
  setUploadRate(undefined)
}

/** `bytes` have been sent since the call before. */
export function addSentBytes(bytes: number): void {
  samples = recentSamples([...samples, { at: performance.now(), bytes }])
  setUploadRate(speedOf(samples))
}

/** Nothing is being sent, so there is no speed. */
export function stopSpeedMeasurement(): void {
  samples = []
  setUploadRate(undefined)
}
