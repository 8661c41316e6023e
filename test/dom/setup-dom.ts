import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { onlineManager } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { rejections } from './dom-additions.ts'
import { domState } from './dom-state.ts'

// A message on the console is a defect: a missing key, an update outside of act, something jsdom cannot do.
const noise: string[] = []

beforeEach(() => {
  // A wait that began inside of `act` puts it back to true after its end; from then on React would warn of every update.
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
  noise.length = 0
  rejections.length = 0
  console.error = (...parts: unknown[]) => void noise.push(format(...parts))
  console.warn = (...parts: unknown[]) => void noise.push(format(...parts))
})

afterEach(async () => {
  // A timer of a module that never comes would be waited for by all later tests of this worker.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers()
  // A test that fails half way leaves its clock and its spies behind.
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const clean of domState.cleanups.splice(0).reverse()) await clean()
  cleanup()
  // A client that is gone when the network comes back never learns of it, and a later one of this worker would wait.
  onlineManager.setOnline(true)
  const unexpected = noise.filter((line) => !domState.expectedNoise.some((p) => p.test(line)))
  const rejected = [...rejections]
  domState.media.clear()
  domState.listeners.clear()
  domState.expectedNoise.length = 0
  localStorage.clear()
  sessionStorage.clear()
  for (const name of ['data-theme', 'data-density']) document.documentElement.removeAttribute(name)
  if (unexpected.length > 0) throw new Error(`The console said:\n${unexpected.join('\n')}`)
  if (rejected.length > 0)
    throw new Error('A promise was rejected unhandled.', { cause: rejected[0] })
})
