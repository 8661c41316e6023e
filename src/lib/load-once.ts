/**
 * Runs `load` when it is first called. All callers share its promise; after a failure the next call runs `load` again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const attempt = async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return () => (loading ??= attempt())
}
