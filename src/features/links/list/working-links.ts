import {
  isDeadState,
  linkState,
  type LinkStateInput,
} from '#src/features/links/state/link-state.ts'

/** How many of these links work at `now` (ms since 1970), and how often those have been visited. */
export function workingLinkTotals(
  links: readonly (LinkStateInput & { readonly visited: number })[],
  now: number,
): { links: number; visits: number } {
  const working = { links: 0, visits: 0 }
  for (const link of links) {
    if (isDeadState(linkState(link, now))) continue
    working.links++
    working.visits += link.visited
  }
  return working
}
