/** Code that could not be fetched, most often because a new version was deployed. */
export class CodeLoadError extends Error {
  override name = 'CodeLoadError'
}

const chunks = new Set<() => Promise<unknown>>()

/** Vite asks for the style sheet of a chunk once: when that has failed, the chunk would load without it the next time. */
const failedStyleSheets = new Set<HTMLLinkElement>()
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      failedStyleSheets.add(target)
  },
  true,
)

/** Rejects when it fails again. */
function fetchAgain(failed: HTMLLinkElement): Promise<unknown> {
  failedStyleSheets.delete(failed)
  const link = failed.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
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
  const load = async () => {
    try {
      await Promise.all([...failedStyleSheets].map(fetchAgain))
      return await fetchModule()
    } catch (cause) {
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
