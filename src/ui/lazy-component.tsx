import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { firstIdle, lazyModule, type LazyModuleOptions } from './lazy-module.ts'

type LazyComponentOptions = LazyModuleOptions & {
  /** The page works without it: a failure is not shown, and it is fetched again when the browser is back online. */
  optional?: boolean
  /** It is not fetched before the page is idle, although it is drawn earlier. */
  waitsForIdle?: boolean
}

/** Resolves as soon as `load` does. After a failure it waits for the `online` event before it tries again. */
async function loadWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    }
  }
}

/**
 * A component whose code is fetched when it is first drawn or when the page is idle. It draws `fallback` until then.
 * `preload` fetches it ahead, for instance when its button is pointed at. A failure is thrown to the nearest error
 * boundary as `ChunkLoadError`, and the next mount tries again. Call it outside components.
 */
export function lazyComponent<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  { optional = false, waitsForIdle = false, ...options }: LazyComponentOptions = {},
) {
  const component = lazyModule(fetchComponent, options)
  const load = async () => {
    if (waitsForIdle) await firstIdle
    return optional ? loadWhenOnline(component.load) : component.load()
  }

  function LazyComponent({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    // `React.lazy` keeps a failure, so each mount has one of its own. It always suspends once, which would
    // draw the fallback for a moment although the code has been loaded.
    const [Component] = useState<ComponentType<Props>>(
      () => component.loaded() ?? lazy(async () => ({ default: await load() })),
    )
    return (
      <Suspense fallback={fallback}>
        <Component {...(props as unknown as Props)} />
      </Suspense>
    )
  }
  LazyComponent.preload = async () => {
    await component.load().catch(() => undefined)
  }
  return LazyComponent
}
