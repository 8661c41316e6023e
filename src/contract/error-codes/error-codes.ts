/** The values of `code` in the envelope that the client tells apart (docs/protocol.md §1.7). */
export * as ErrorCode from './error-code-values.ts'
