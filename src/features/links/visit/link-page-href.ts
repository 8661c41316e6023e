/** The page of a link; once it is open it leads on to the folder below it. */
export function linkPageHref(id: string, segments: readonly string[]): string {
  const path = new URLSearchParams({ path: `/${segments.join('/')}` })
  return segments.length === 0 ? `/s/${id}` : `/s/${id}?${path.toString()}`
}
