import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { createLazyLoader } from './lazy-code.ts'

/**
 * A dialog, a panel or another part that the user opens. Its code is fetched when it is first drawn, or before that when
 * the page is idle; meanwhile `placeholder` is in its place. A failure is thrown to the nearest error boundary as
 * `CodeLoadError`. Call it outside components.
 */
export function lazyWhenOpened<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  placeholder?: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = createLazyLoader(async () => {
    loaded = await fetchComponent()
    return { default: loaded }
  })

  return function LazyPart(props: Props) {
    // React.lazy keeps a failure, so each mount has one of its own and tries again. It would draw nothing for a moment
    // even where the code is there: that is drawn without it.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? lazy(load))
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    )
  }
}
