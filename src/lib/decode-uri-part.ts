/** Decodes a path segment; a wrongly escaped one is returned as it is. */
export function decodeUriPart(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
