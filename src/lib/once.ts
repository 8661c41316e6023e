/** A function that calls `make` when it is called first, and always returns what that returned. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
