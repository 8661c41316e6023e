import { useQuery } from '@tanstack/react-query'
import type { PermissionSetting } from '#src/contract/share.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { createAccessFormatter, namedUserIds } from './access.ts'

/** Puts access in words, with the names of the people in these settings once they are known. */
export function useAccessFormatter(settings: readonly (PermissionSetting | null)[]) {
  const { t } = useI18n()
  const { data: me } = useQuery({ ...users.me(), enabled: settings.length > 0 })
  const ownGroup = me?.group?.id
  const ids = [...new Set(settings.flatMap(namedUserIds))]
  const { data: names } = useQuery({ ...users.names(ids), enabled: ids.length > 0 })
  const nameOf = (id: string) => {
    const name = names?.byId.get(id)
    return name && displayName(name)
  }
  return { ownGroup, textOf: createAccessFormatter(t, { ownGroup, nameOf }) }
}
