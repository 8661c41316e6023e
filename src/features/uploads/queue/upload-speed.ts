import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { recentSpeedSamples, type SpeedSample, speedOf } from '#src/lib/numbers/speed.ts'

/* The speed of all uploads together. */

const useStore = create<{ samples: readonly SpeedSample[] }>()(() => ({ samples: [] }))

/** Bytes per second, once it is known. */
export const useUploadSpeed = (): number | undefined => useStore(({ samples }) => speedOf(samples))

/** Starts measuring now, unless it has started; `isFresh` starts anew. */
export function startSpeedMeasurement(isFresh = false): void {
  if (useStore.getState().samples.length > 0 && !isFresh) return
  useStore.setState({ samples: [{ at: performance.now(), bytes: 0 }] })
}

/** `bytes` have been sent since the call before. */
export function addSentBytes(bytes: number): void {
  useStore.setState(({ samples }) => ({
    samples: recentSpeedSamples([...samples, { at: performance.now(), bytes }]),
  }))
}

/** Nothing is being sent, so there is no speed. */
export const stopSpeedMeasurement = (): void => useStore.setState({ samples: [] })
onSignOut(stopSpeedMeasurement)
