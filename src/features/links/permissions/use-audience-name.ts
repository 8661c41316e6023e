import { useQuery } from '@tanstack/react-query'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Audience } from './permission-table.ts'

/** The audience in words; a person by name, once that is known. */
export function useAudienceName(audience: Audience): string {
  const { t } = useI18n()
  const id = 'id' in audience ? audience.id : ''
  const isUser = audience.kind === 'user'
  const { data: person } = useQuery({
    ...users.info(id),
    enabled: isUser,
    meta: { isInline: true },
  })
  const { data: me } = useQuery(users.me())
  const messages = t.links.access
  switch (audience.kind) {
    case 'everyone':
    case 'anonymous':
    case 'other':
    case 'same_group':
      return messages.audiences[audience.kind]
    case 'group':
      return messages.group(displayName(me?.group?.id === id ? me.group.name : id))
    case 'user':
      return displayName(person?.nickname || id)
  }
}
