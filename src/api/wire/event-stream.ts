/**
 * The stream of events as requests see it (docs/protocol.md §9.1). Writes carry its id, so that the stream leaves them out;
 * `onWrite` is called with the path of each write that was answered. Set by the code that reads the stream, which loads
 * later.
 */
export const eventStreamClient: {
  id: string | undefined
  onWrite: ((path: string) => void) | undefined
} = { id: undefined, onWrite: undefined }
