/** A segment of a path as text; one that is wrongly escaped stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
