/**
 * The stream of events as requests see it (docs/protocol.md §9.1). Writes carry its id, so that the stream leaves them out.
 * Set by the code that reads the stream, which loads later.
 */
export const eventStreamClient: { id: string | undefined } = { id: undefined }

/** Paths of writes, with nobody to tell yet; each once. */
const untold = new Set<string>()
let listener: ((path: string) => void) | undefined

/** To be called with the path of each write that was answered. */
export function reportWrite(path: string): void {
  if (listener) listener(path)
  else untold.add(path)
}

/** Paths of writes that nobody has answered, which may have been done; each once. */
const unanswered = new Set<string>()

/** To be called with the path of each write that got no answer: it is told of once there is one again. */
export const reportUnansweredWrite = (path: string): void => void unanswered.add(path)

/** To be called with each answer. */
export function reportAnswer(): void {
  for (const path of unanswered) reportWrite(path)
  unanswered.clear()
}

/** Sets who is told of each write, and of those that were made before; undefined for nobody. */
export function setWriteListener(next: ((path: string) => void) | undefined): void {
  listener = next
  if (!next) return
  for (const path of untold) next(path)
  untold.clear()
}
