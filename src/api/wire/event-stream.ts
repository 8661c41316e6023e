/**
 * What requests know of the stream of events (docs/protocol.md §9.1). Writes carry its id, and so show in no event of it;
 * `onWrite` is told of each write that was answered. Set by the code that reads the stream, which loads later.
 */
export const eventStream: {
  id: string | undefined
  onWrite: ((path: string) => void) | undefined
} = { id: undefined, onWrite: undefined }
