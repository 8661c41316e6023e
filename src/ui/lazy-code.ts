/** Code that could not be fetched, most often because a new version was deployed. */
export class CodeLoadError extends Error {
  override name = 'CodeLoadError'
}

const chunks = new Set<() => Promise<unknown>>()

/**
 * By address. Vite asks for the style sheet of a chunk once: when that has failed, the chunk would load without it the
 * next time.
 */
const failedStyleSheets = new Map<string, HTMLLinkElement>()
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      failedStyleSheets.set(target.href, target)
  },
  true,
)

/** Rejects when it fails again. */
async function fetchAgain(address: string): Promise<void> {
  const failed = failedStyleSheets.get(address)
  if (!failed) return
  failedStyleSheets.delete(address)
  const link = failed.cloneNode() as HTMLLinkElement
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    failed.replaceWith(link)
  })
}

/**
 * Makes a function that fetches code when it is needed, and has the code fetched when the page is idle, so that it is
 * there when the network, or this version of it, is not. The function rejects with {@link CodeLoadError}; calling it
 * again tries again. Call this outside components.
 */
export function createLazyLoader<T>(fetchModule: () => Promise<T>): () => Promise<T> {
  /** Addresses of its style sheets that are not there. */
  const missing = new Set<string>()
  const load = async () => {
    const failedBefore = new Set(failedStyleSheets.keys())
    try {
      await Promise.all([...missing].map(fetchAgain))
      missing.clear()
      return await fetchModule()
    } catch (cause) {
      for (const address of failedStyleSheets.keys())
        if (!failedBefore.has(address)) missing.add(address)
      throw new CodeLoadError('', { cause })
    }
  }
  chunks.add(load)
  return load
}

/** Fetches all code, one chunk after another, with the chunks that these define. Called once the page is idle. */
export async function preloadLazyCode(): Promise<void> {
  for (const load of chunks) await load().catch(() => undefined)
}
