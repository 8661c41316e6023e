interface DomState {
  media: Map<string, boolean>
  listeners: Set<{ query: string; notify: () => void }>
  expectedNoise: RegExp[]
  /** Run after each test, the last one first. */
  cleanups: (() => unknown)[]
}

// On the global, since a set-up file and a test file need not get the same instance of a module.
const holder = globalThis as typeof globalThis & { latchkeyDom?: DomState }

export const domState: DomState = (holder.latchkeyDom ??= {
  media: new Map(),
  listeners: new Set(),
  expectedNoise: [],
  cleanups: [],
})

/** Makes a media query match or not, for the rest of this test. */
export function setMedia(query: string, matches: boolean): void {
  domState.media.set(query, matches)
  for (const listener of domState.listeners) if (listener.query === query) listener.notify()
}
