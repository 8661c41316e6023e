/** How a lock's table names a path: every segment escaped and led by a slash, the root ''; a folder's path is a prefix of what it holds. */
export const lockPath = (segments: readonly string[]): string =>
  segments
    .map((segment) => `/${encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'))}`)
    .join('')
