import { useQuery } from '@tanstack/react-query'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { linkRefusalOf, visitedLink } from '#src/features/links/visit/visited-link.ts'
import { useUserId } from '#src/features/session/use-session.ts'

/**
 * A link as whoever is here sees it. It is read without a session, which may have ended; what only users may open, as the
 * user.
 */
export function useVisitedLink(id: string) {
  const password = useLinkPassword(id)
  const userId = useUserId()
  const asVisitor = useQuery(visitedLink.link(id, password))
  const isForUser = linkRefusalOf(asVisitor.error) === 'signIn' && userId !== undefined
  const asUser = useQuery({ ...visitedLink.link(id, password, userId), enabled: isForUser })
  return isForUser ? asUser : asVisitor
}
