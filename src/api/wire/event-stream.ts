/**
 * The stream of events as requests see it (docs/protocol.md §9.1). Writes carry its id, so that the stream leaves them out.
 * Set by the code that reads the stream, which loads later.
 */
export const eventStreamClient: { id: string | undefined } = { id: undefined }

/** Paths of writes that nobody has been told of; each once. */
const untold = new Set<string>()
let listener: ((path: string) => void) | undefined

/** To be called with the path of each write, also when nobody has answered: it may have been done. */
export const noteWrite = (path: string): void => void untold.add(path)

/** To be called with each answer: lists that are read again while nobody answers would only fail. */
export function tellOfWrites(): void {
  if (!listener) return
  for (const path of untold) listener(path)
  untold.clear()
}

/** Sets who is told of each write, and of those that were made before; undefined for nobody. */
export function setWriteListener(next: ((path: string) => void) | undefined): void {
  listener = next
  tellOfWrites()
}
