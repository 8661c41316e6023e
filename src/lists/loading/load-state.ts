export type LoadState =
  | { at: 'loading' }
  /** `since` in ms since 1970. */
  | { at: 'complete'; since: number }
  /** Stopped before the last page: the rows so far stay, `error` tells why, `resume` continues. */
  | { at: 'stopped'; error: Error }

export const loadErrorOf = (state: LoadState | undefined): Error | null =>
  state?.at === 'stopped' ? state.error : null

type Loading = {
  readonly loadState: LoadState
  readonly subscribe: (listener: () => void) => () => void
}

/** Resolves as soon as `list` is not loading, to whether it is complete then. */
export function waitUntilListSettled(list: Loading): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (list.loadState.at === 'loading') return
      unsubscribe()
      resolve(list.loadState.at === 'complete')
    }
    const unsubscribe = list.subscribe(check)
    check()
  })
}
